"""What a position is worth to a seat, in points."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import NamedTuple

from game.spirit_ground.rules.check import strength
from game.spirit_ground.rules.ground import BESIDE, squares
from game.spirit_ground.rules.scoring import RELICS
from game.spirit_ground.rules.state import EMPTY, State
from game.spirit_ground.rules.turn import cost


class Weights(NamedTuple):
    """`risk` is the share of a tile's points that is lost where enemies beside it are far stronger, by how many of its
    sides are open; a margin of `safe` is as good as none. The others are points for a crystal in storage, for an arrow
    at an open square, for strength beside an enemy, and for being able to pay for the next relic."""

    risk: tuple[float, ...] = (0.0, 0.75, 0.5, 0.3, 0.2)
    safe: float = 2.5
    steep: float = 1.3
    death: float = 0.4
    spirit: float = 1.2
    energy: float = 0.3
    arrow: float = 0.12
    reach: float = 0.5


WEIGHTS = Weights()


def worth(g: State, me: int, by: Weights = WEIGHTS) -> float:
    """How far the seat is ahead."""
    mine, theirs = side(g, me, by), side(g, 1 - me, by)
    return mine - theirs


def side(g: State, seat: int, by: Weights = WEIGHTS) -> float:
    """Points so far and what is to be expected of them."""
    content, occupied, own = g.content, g.occupied, g.living[seat]
    relics = g.taken_relics[seat]
    storage = g.storage[seat]
    found = RELICS[relics] + by.spirit * storage.spirit + by.energy * storage.energy
    enemies = g.living[1 - seat]
    rest = own
    while rest:
        bit = rest & -rest
        rest ^= bit
        square = bit.bit_length() - 1
        points = content.tiles[g.tile[square]].gems + g.spirit[square]
        found += points
        open_sides = BESIDE[square] & ~occupied
        if open_sides:
            risk = by.risk[open_sides.bit_count()]
            found -= risk * (points + by.death) * fear(margin(g, square, enemies), by.safe, by.steep)
        if g.top[square] != EMPTY:
            found += by.arrow * (content.aims[g.tile[square]][g.top[square]][square] & ~occupied).bit_count()
    if pays(g, seat):
        found += by.reach * (relics + 1)
    return found


def margin(g: State, square: int, enemies: int) -> int:
    """By how much a tile is stronger than the enemies beside it together."""
    found, near = strength(g, square), BESIDE[square] & enemies
    while near:
        each = near & -near
        near ^= each
        found -= strength(g, each.bit_length() - 1)
    return found


@cache
def fear(margin: int, safe: float, steep: float) -> float:
    """How likely a tile with such a margin is to fall, of those that are closed in."""
    return 1 / (1 + exp((margin - safe) / steep))


def pays(g: State, seat: int) -> bool:
    """Whether the seat can pay for the relic that costs least."""
    storage = g.storage[seat]
    return bool(g.relics and storage.spirit and storage.total >= min(cost(g, square) for square in squares(g.relics)))
