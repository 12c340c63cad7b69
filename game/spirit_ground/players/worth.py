"""The value of a position to a seat, in points."""

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
    """Weights, in points.

    `risk` is the share of a tile's points that counts as lost where the enemies beside it are far stronger, by its
    number of open sides. It is scaled by `fear`, whose midpoint and steepness are `safe` and `steep`; `death` is added
    to the tile's points there. `spirit` and `energy` are for a crystal in storage, `arrow` for an arrow at an open
    square, `reach` for being able to pay for the next relic.
    """

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
    """Return how far the seat is ahead, in points."""
    mine, theirs = side(g, me, by), side(g, 1 - me, by)
    return mine - theirs


def side(g: State, seat: int, by: Weights = WEIGHTS) -> float:
    """Return a seat's points so far, with what can be expected to be lost of them and gained."""
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
    """Return by how much a tile is stronger than all enemies beside it together."""
    found, near = strength(g, square), BESIDE[square] & enemies
    while near:
        each = near & -near
        near ^= each
        found -= strength(g, each.bit_length() - 1)
    return found


@cache
def fear(margin: int, safe: float, steep: float) -> float:
    """Return how likely a tile with this margin is to fall, if it gets surrounded."""
    return 1 / (1 + exp((margin - safe) / steep))


def pays(g: State, seat: int) -> bool:
    """Return whether the seat can pay for the cheapest relic."""
    storage = g.storage[seat]
    return bool(g.relics and storage.spirit and storage.total >= min(cost(g, square) for square in squares(g.relics)))
