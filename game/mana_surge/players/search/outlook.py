"""The best end that a turn under way can reach, and the chances of winning there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeVar

from game.mana_surge.players.search.chances import chances, weights
from game.mana_surge.players.search.field import field
from game.mana_surge.players.search.moment import Moment, Troops, decided
from game.mana_surge.players.search.turns import ends
from game.mana_surge.rules.boards import Board
from game.mana_surge.rules.hexes import hexes
from game.mana_surge.rules.seats import PLAYERS, Seat
from game.mana_surge.rules.state import MOVE, START, State

T = TypeVar("T")


class Rules(NamedTuple):
    """The board, and whether Fierce is on."""

    board: Board
    fierce: bool


class Standing(NamedTuple):
    """A turn under way. Tokens, mana and `rooms` (the hexes around the spawner) are by place in the order of turns,
    starting with whose turn it is; `turns` is how many were played before; `points` and `spawns` are what is left."""

    rules: Rules
    phase: str
    troops: Troops
    mana: tuple[int, ...]
    rooms: tuple[int, ...]
    turns: int
    points: int
    spawns: int


class Outlook(NamedTuple):
    """The end of a turn (in the first round, of that round), and the chances of winning there, from 0 to 1, by place
    starting with whose turn it was. `moment` is None if the game is over or decided then."""

    moment: Moment | None
    chances: tuple[float, ...]


def places(g: State) -> list[Seat]:
    """Return the seats in the order of turns, starting with whose turn it is."""
    assert g.active is not None
    found = [g.active]
    while len(found) < PLAYERS:
        found.append(g.left(found[-1]))
    return found


def standing(g: State) -> Standing:
    """Return the standing of a position in somebody's turn."""
    order = places(g)
    return Standing(
        Rules(g.board, g.fierce),
        g.phase,
        tuple(g.troops[seat] for seat in order),
        tuple(g.mana[seat] for seat in order),
        tuple(g.around(seat) for seat in order),
        PLAYERS * (g.turn - 1) + g.clockwise().index(order[0]),
        g.points,
        g.spawns,
    )


@lru_cache(1 << 10)
def outlook(now: Standing) -> Outlook:
    """Return the outlook at the end of the turn that is best for whose it is; of equal ends, the one with the fewest
    steps."""
    found = (_judged(now.rules, ended(now, troops)) for troops in dict.fromkeys(_ends(now)))
    return max(found, key=lambda each: each.chances[0])


def ended(now: Standing, troops: Troops) -> Moment:
    """Return the end of the turn if tokens stand like this then."""
    first, *others = now.mana
    mana = (first + bool(troops[0] & now.rules.board.pool), *others)
    return Moment(_rotated(troops), _rotated(mana), _rotated(now.rooms), now.turns + 1)


@lru_cache(1 << 15)
def _judged(rules: Rules, now: Moment) -> Outlook:
    """Return the outlook at the end of a turn.

    In the first round the others play their first turns as well, so that nobody counts as behind for not having had one
    yet.
    """
    on, moment = field(*rules), None
    if (shares := decided(on, now)) is not None:
        found = [*shares]
    elif now.turns < PLAYERS:
        moment, by_place = outlook(_begun(rules, now))
        found = [*by_place]
    else:
        moment, found = now, chances(on, weights(rules.board.name, rules.fierce, now.turns), now)
    return Outlook(moment, (found[-1], *found[:-1]))


def _begun(rules: Rules, now: Moment) -> Standing:
    """Return the turn that follows."""
    on, own = field(*rules), now.troops[0]
    points, spawns = (1 + (own & kind).bit_count() for kind in (on.action, on.spawn))
    return Standing(rules, START, *now, points, spawns)


def _ends(now: Standing) -> Iterator[Troops]:
    """Yield how tokens can stand when the turn ends; some ends come twice."""
    on = field(*now.rules)
    for troops in _spawned(now):
        yield from ends(on, troops, 0, now.points, now.phase in (START, MOVE))


def _spawned(now: Standing) -> Iterator[Troops]:
    """Yield the ways to place the remaining new tokens."""
    own, *others = now.troops
    room = [1 << each for each in hexes(now.rooms[0] & ~sum(now.troops))]
    for found in combinations(room, min(now.spawns, len(room))) if now.phase == START else [()]:
        yield own | sum(found), *others


def _rotated(by_place: tuple[T, ...]) -> tuple[T, ...]:
    """Return the tuple with its places counted from the next player on."""
    first, *others = by_place
    return *others, first
