"""The value of a position to a seat, in points."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import NamedTuple

from game.spirit_ground.rules.check import strength
from game.spirit_ground.rules.ground import ALL, BESIDE, squares
from game.spirit_ground.rules.scoring import RELICS, scores
from game.spirit_ground.rules.seats import OTHER, SEAT_NAMES, Seat
from game.spirit_ground.rules.state import EMPTY, OVER, PLACE, SECOND, State
from game.spirit_ground.rules.turn import cost, ended


class Weights(NamedTuple):
    """Weights, in points.

    `risk` is the share of a tile's points that counts as lost where the enemies beside it are far stronger, by its
    number of open sides. It is scaled by `fear`, whose midpoint and steepness are `safe` and `steep`; `death` is added
    to the tile's points there. `spirit` and `energy` are for a crystal in storage, `arrow` for an arrow at an open
    square, `reach` for being able to pay for the next relic; `win` is for winning, when the game is over.
    """

    risk: tuple[float, ...] = (0.0, 0.75, 0.5, 0.3, 0.2)
    safe: float = 2.5
    steep: float = 1.3
    death: float = 0.4
    spirit: float = 1.2
    energy: float = 0.3
    arrow: float = 0.12
    reach: float = 0.5
    win: float = 3.0


WEIGHTS = Weights()


def worth(g: State, me: Seat, by: Weights = WEIGHTS) -> float:
    """Return how far the seat is ahead, in points."""
    if g.phase == OVER:
        mine, theirs = (scores(g)[SEAT_NAMES[seat]] for seat in (me, OTHER[me]))
        return float(mine["total"] - theirs["total"] + by.win * (theirs["rank"] - mine["rank"]))
    return side(g, me, by) - side(g, OTHER[me], by)


def side(g: State, seat: Seat, by: Weights = WEIGHTS) -> float:
    """Return a seat's points so far, with what can be expected to be lost of them and gained."""
    content, occupied, own, goes_on = g.content, g.occupied, g.living[seat], places(g, seat)
    relics = g.taken_relics[seat]
    found = float(RELICS[relics])
    if goes_on:
        storage = g.storage[seat]
        found += by.spirit * storage.spirit + by.energy * storage.energy
        if pays(g, seat):
            found += by.reach * (relics + 1)
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
        if goes_on and g.top[square] != EMPTY:
            found += by.arrow * (content.aims[g.tile[square]][g.top[square]][square] & ~occupied).bit_count()
    return found


def places(g: State, seat: Seat) -> bool:
    """Return whether the seat is likely to place another tile; if not, storage and arrows are of no use to it."""
    if g.phase != SECOND or seat == g.seat:
        return g.phase != OVER
    free = (ALL & ~g.occupied & ~g.relics).bit_count()
    last = g.step == PLACE and free == 2 and not pays(g, g.seat)  # the other tile leaves one free square
    return not (ended(g) or last)


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


def pays(g: State, seat: Seat) -> bool:
    """Return whether the seat can pay for the cheapest relic."""
    storage = g.storage[seat]
    return bool(g.relics and storage.spirit and storage.total >= min(cost(g, square) for square in squares(g.relics)))
