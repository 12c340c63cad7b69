"""Steps that touch pillars: `raise`, `march`, `banish`."""

from __future__ import annotations

from typing import NamedTuple

from game.core.decisions import Question
from game.harrowing.rules import field
from game.harrowing.rules.content import IDS, NEAR, TILE_OF
from game.harrowing.rules.hexes import bits
from game.harrowing.rules.seats import SEAT_NAMES, SEAT_OF, Seat
from game.harrowing.rules.state import State
from game.harrowing.rules.task import task
from game.harrowing.rules.verbs import At, Tokens, others, seated, tiles_of, verb

# --- raise: a pillar from the pool onto a tile


def _can_raise(g: State, at: At) -> bool:
    return g.left[at.seat] > 0 and tiles_of(g, at.seat, at.step.what, at.it) != 0


def _raise_on(g: State, at: At) -> Tokens:
    return field.ids(tiles_of(g, at.seat, at.step.what, at.it)) if g.left[at.seat] else ()


def _raise(g: State, at: At, token: str) -> None:
    seat, tile = at.seat, TILE_OF[token]
    g.left[seat] -= 1
    field.stand(g, seat, tile)
    if g.telling:
        g.tell("raised", seat, {"tile": token, "pillars": g.pillars[seat][tile]})


# --- march: an own pillar to another tile


def _goals(g: State, tile: int, where: str) -> int:
    """Return where a pillar may go from a tile: adjacent ones (`near`), or all others."""
    return (g.near[tile] if where == NEAR else ~(1 << tile)) & g.tiles


def _sources(g: State, at: At) -> list[int]:
    own = bits(g.own[at.seat] & g.tiles)
    return [tile for tile in own if _goals(g, tile, at.step.what)]


def _march(g: State, at: At, token: str) -> None:
    g.todo.append(March(at.seat, TILE_OF[token], at.step.what))


@task
class March(NamedTuple):
    """The question where a pillar goes."""

    seat: Seat
    tile: int
    where: str

    def run(self, g: State) -> Question:
        return Question(self.seat, "to", field.ids(_goals(g, self.tile, self.where)))

    def answer(self, g: State, token: str) -> None:
        field.fall(g, self.seat, self.tile)
        field.stand(g, self.seat, TILE_OF[token])
        g.tell("marched", self.seat, {"tile": IDS[self.tile], "to": token})


# --- banish: another player's pillar off a tile


def _banished(g: State, at: At) -> list[tuple[int, int]]:
    tiles, seats = tiles_of(g, at.seat, at.step.what), others(g, at.seat)
    return [(tile, seat) for tile in bits(tiles) for seat in seats if g.own[seat] >> tile & 1]


def _can_banish(g: State, at: At) -> bool:
    tiles = tiles_of(g, at.seat, at.step.what)
    return any(g.own[seat] & tiles for seat in others(g, at.seat))


def _banish(g: State, at: At, token: str) -> None:
    id, _, victim = token.partition(":")
    seat = SEAT_OF[victim]
    field.fall(g, seat, TILE_OF[id])
    g.left[seat] += 1
    g.tell("banished", at.seat, {"tile": id, "seat": SEAT_NAMES[seat]})


verb("raise", _can_raise, _raise_on, _raise)
verb("march", lambda g, at: bool(_sources(g, at)), lambda g, at: tuple([IDS[tile] for tile in _sources(g, at)]), _march)
verb("banish", _can_banish, lambda g, at: seated(_banished(g, at)), _banish)
