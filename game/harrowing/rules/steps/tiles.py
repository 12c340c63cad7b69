"""Steps that touch tiles: `weave`, `shift`, `swap`, `flip`, `rotate`, `claim`."""

from __future__ import annotations

from typing import NamedTuple

from game.core.decisions import Question
from game.harrowing.rules import field, returning
from game.harrowing.rules.claiming import claim
from game.harrowing.rules.content import IDS, OWN, TILE_OF, TILES
from game.harrowing.rules.hexes import NAMES, bits, read, turned
from game.harrowing.rules.seats import Seat
from game.harrowing.rules.state import State
from game.harrowing.rules.task import do, doing, task
from game.harrowing.rules.verbs import At, remember, tiles_of, verb


def _hex(token: str) -> int:
    hex = read(token)
    assert hex is not None
    return hex


# --- weave: the bottom tile of the stack, a side, a spot


def _weave(g: State, at: At, _: str) -> None:
    if not g.stack:
        return  # nothing else changes (ruling r26)
    *rest, drawn = g.stack
    g.stack, g.drawn = tuple(rest), drawn
    g.tell("drew", at.seat, {"tile": IDS[drawn]}, reveals=True)
    g.todo.append(Side(at.seat, drawn))


@task
class Side(NamedTuple):
    """The question which side of a drawn tile is up; a wild has one."""

    seat: Seat
    tile: int

    def run(self, g: State) -> Question:
        return Question(self.seat, "side", tuple([face.id for face in TILES[self.tile].faces]))

    def answer(self, g: State, token: str) -> None:
        g.todo.append(Place(self.seat, self.tile, int(token[-1])))


@task
class Place(NamedTuple):
    """The question where a drawn tile is placed."""

    seat: Seat
    tile: int
    side: int

    def run(self, g: State) -> Question:
        return Question(self.seat, "spot", field.all_spots(g))

    def answer(self, g: State, token: str) -> None:
        g.drawn = None
        if self.side == 2:
            g.turned |= 1 << self.tile
        field.put(g, self.tile, _hex(token))
        g.tell("placed", self.seat, {"tile": IDS[self.tile], "side": self.side, "hex": token})
        remember(g, self.tile)


# --- shift: an unlocked tile beside another


def _goal(g: State, seat: int, beside: str) -> int:
    """Return the tiles beside which a moved tile may go."""
    return g.own[seat] & g.tiles if beside == OWN else field.standing(g)


def _shifted(g: State, at: At) -> list[int]:
    tiles = field.unlocked(g, tiles_of(g, at.seat, at.step.what))
    goal = _goal(g, at.seat, at.step.other)
    return [tile for tile in bits(tiles) if field.has_spot(g, goal & ~(1 << tile))]


def _can_shift(g: State, at: At) -> bool:
    goal, tiles = _goal(g, at.seat, at.step.other), tiles_of(g, at.seat, at.step.what)
    while tiles:
        bit = tiles & -tiles
        tiles ^= bit
        if goal & ~bit and field.has_spot(g, goal & ~bit) and field.unlocked(g, bit):
            return True
    return False


def _shift(g: State, at: At, token: str) -> None:
    g.todo.append(Move(at.seat, TILE_OF[token], at.step.other))


@task
class Move(NamedTuple):
    """The question where a tile is moved: to another hex than its own (ruling r23)."""

    seat: Seat
    tile: int
    beside: str

    def run(self, g: State) -> Question:
        goal = _goal(g, self.seat, self.beside) & ~(1 << self.tile)
        return Question(self.seat, "spot", field.spots(g, goal))

    def answer(self, g: State, token: str) -> None:
        start = g.hex[self.tile]
        field.arrange(g, [self.tile], [_hex(token)])
        g.tell("shifted", self.seat, {"tile": IDS[self.tile], "from": NAMES[start], "hex": token})
        remember(g, self.tile)


# --- swap: two tiles change places


def _swapped(g: State, at: At) -> int:
    """Return the tiles of the first sort that can be swapped with another of the second."""
    first, second = tiles_of(g, at.seat, at.step.what), tiles_of(g, at.seat, at.step.other)
    if second & (second - 1):
        return first
    return first & ~second if second else 0


def _swap(g: State, at: At, token: str) -> None:
    g.todo.append(Swap(at.seat, TILE_OF[token], at.step.other))


@task
class Swap(NamedTuple):
    """The question with which other tile one is swapped."""

    seat: Seat
    tile: int
    what: str

    def run(self, g: State) -> Question:
        return Question(self.seat, "with", field.ids(tiles_of(g, self.seat, self.what) & ~(1 << self.tile)))

    def answer(self, g: State, token: str) -> None:
        other = TILE_OF[token]
        field.arrange(g, [self.tile, other], [g.hex[other], g.hex[self.tile]])
        g.tell("swapped", self.seat, {"tile": IDS[self.tile], "with": token})


# --- flip: the power goes back, then the other side is up


def _flip(g: State, at: At, token: str) -> None:
    tile = TILE_OF[token]
    g.todo.append(do(turn_over, at.seat, tile))
    returning.return_power(g, at.seat, tile)


@doing
def turn_over(g: State, seat: Seat, tile: int) -> None:
    """Turn a tile over; a wild is the same on both sides (ruling r23)."""
    if len(TILES[tile].faces) > 1:
        g.turned ^= 1 << tile
    g.tell("flipped", seat, {"tile": IDS[tile], "side": g.side(tile)})


# --- rotate: three mutually adjacent tiles


def _rotated(g: State, at: At) -> list[tuple[int, int, int]]:
    return field.triples(g, g.tiles, tiles_of(g, at.seat, at.step.what))


def _rotate(g: State, at: At, token: str) -> None:
    g.todo.append(Spin(at.seat, tuple([TILE_OF[id] for id in token.split("+")])))


@task
class Spin(NamedTuple):
    """The question whether three tiles rotate clockwise or counterclockwise."""

    seat: Seat
    tiles: tuple[int, ...]

    def run(self, g: State) -> Question:
        return Question(self.seat, "spin", ("cw", "ccw"))

    def answer(self, g: State, token: str) -> None:
        hexes = turned([g.hex[tile] for tile in self.tiles])
        tiles = [g.at[hex] for hex in hexes]
        moved = (*hexes[1:], hexes[0]) if token == "cw" else (hexes[-1], *hexes[:-1])
        field.arrange(g, tiles, moved)
        g.tell("rotated", self.seat, {"tiles": [IDS[tile] for tile in self.tiles], "spin": token})


# --- claim


def _claimed(g: State, at: At) -> int:
    return field.patterned(g, g.own[at.seat] & g.tiles)


def _token(tiles: tuple[int, int, int]) -> str:
    return "+".join([IDS[tile] for tile in tiles])


verb("weave", lambda g, _: bool(g.stack), None, _weave)
verb("shift", _can_shift, lambda g, at: tuple([IDS[tile] for tile in _shifted(g, at)]), _shift)
verb("swap", lambda g, at: _swapped(g, at) != 0, lambda g, at: field.ids(_swapped(g, at)), _swap)
verb(
    "flip",
    lambda g, at: tiles_of(g, at.seat, at.step.what) != 0,
    lambda g, at: field.ids(tiles_of(g, at.seat, at.step.what)),
    _flip,
)
verb(
    "rotate",
    lambda g, at: field.any_triple(g, g.tiles, tiles_of(g, at.seat, at.step.what)),
    lambda g, at: tuple(map(_token, _rotated(g, at))),
    _rotate,
)
verb(
    "claim",
    lambda g, at: field.any_unlocked(g, _claimed(g, at)),
    lambda g, at: field.ids(field.unlocked(g, _claimed(g, at))),
    lambda g, at, token: claim(g, at.seat, TILE_OF[token]),
)
