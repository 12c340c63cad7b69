"""The end of a turn, and who has won there or cannot be kept from winning any more."""

from __future__ import annotations

from typing import NamedTuple

from game.mana_surge.players.search.field import Field
from game.mana_surge.rules.seats import ENOUGH, LAST_TURN, PLAYERS

Troops = tuple[int, ...]
TURNS = PLAYERS * LAST_TURN
"""The turns of a game that nobody wins before its last round ends."""


class Moment(NamedTuple):
    """The end of a turn. Tokens, mana and `rooms` (the hexes around the spawner) are by place in the order of turns,
    starting with whoever moves next; `turns` is how many have been played."""

    troops: Troops
    mana: tuple[int, ...]
    rooms: tuple[int, ...]
    turns: int


def decided(on: Field, now: Moment) -> tuple[float, ...] | None:
    """Return the share of the win of each place, if the game is over or nobody can change any more who wins; else
    None."""
    if ENOUGH in now.mana or now.turns == TURNS:
        lines = list(zip(now.mana, map(int.bit_count, now.troops), strict=True))
        return tuple((line == max(lines)) / lines.count(max(lines)) for line in lines)
    for place in range(min(PLAYERS, TURNS - now.turns)):
        if now.mana[place] == ENOUGH - 1 and _draws(on, now, place):
            return tuple(float(each == place) for each in range(PLAYERS))
    return None


def _draws(on: Field, now: Moment, place: int) -> bool:
    """Return whether a place draws mana in its next turn, if it wants to and whatever those before it do."""
    taken = sum(now.troops)
    if now.troops[place] & on.pool:
        return not any(_strikes(on, now, each) for each in range(place))
    if place or taken & on.pool:
        return False
    empty = on.open & ~taken | on.pool
    return on.steps(_starts(now, 0, empty), on.pool, empty, _actions(on, now, 0) + 1) is not None


def _strikes(on: Field, now: Moment, place: int) -> bool:
    """Return whether a place may be able to kill the token on the Pool in its next turn. Tokens of others may be out of
    its way by then, except those of the next player's turn, which comes first."""
    empty = on.open & ~(now.troops[place] if place else sum(now.troops)) & ~on.pool
    return on.steps(_starts(now, place, empty), on.ready, empty, _actions(on, now, place)) is not None


def _starts(now: Moment, place: int, empty: int) -> int:
    """Return the hexes from which a place's tokens can set out in its next turn, new ones included."""
    return now.troops[place] | now.rooms[place] & empty


def _actions(on: Field, now: Moment, place: int) -> int:
    return (now.troops[place] & on.action).bit_count()
