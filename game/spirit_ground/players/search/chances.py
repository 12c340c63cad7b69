"""Chances of winning at the end of a round, fitted to played games.

`chances.toml` holds the weight of each of the `FEATURES` in points of the final margin, by how many rounds may be left,
and the spread of real margins around that prediction; `python -m tools.spirit_ground` makes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erf, exp, sqrt, tau
from operator import mul, sub

from game.core import toml
from game.spirit_ground.players.worth import WEIGHTS, fear, margin, pays, places
from game.spirit_ground.rules.ground import ALL, BESIDE
from game.spirit_ground.rules.scoring import RELICS, scores
from game.spirit_ground.rules.seats import ENOUGH_DEATHS, LAST_ROUND, OTHER, SEAT_NAMES, Seat
from game.spirit_ground.rules.state import EMPTY, OVER, State

FEATURES = (
    "gems",
    "spirits",
    "relics",
    "one open side",
    "two open sides",
    "more open sides",
    "living",
    "storage spirits",
    "storage energy",
    "next relic",
    "arrows",
    "choosing",
    "tie",
)
"""The features of a seat. Those of open sides are points on warriors that may fall, weighed by how likely that is;
"tie" has half a point for whoever wins with as many points as the other."""

LONGEST = 10
"""The most rounds left that have weights of their own; more count like these."""
_CERTAIN = 0.15
"""The spread at the end of a game, so small that half a point is certain victory."""
_COUNTED = ("gems", "spirits", "relics", "tie")
_FINAL = tuple((name in _COUNTED) / _CERTAIN for name in FEATURES)


def left(g: State) -> int:
    """Return how many rounds there may be after this one, as free squares, pairs and deaths allow."""
    free = (ALL & ~g.occupied & ~g.relics).bit_count()
    pairs = LAST_ROUND + 1 - g.turn
    return max(1, min(LONGEST, pairs, free // 2, 2 * (ENOUGH_DEATHS - g.deaths)))


def features(g: State, seat: Seat) -> list[float]:
    """Return the features of one seat, in the order of FEATURES; they need only what everybody sees."""
    content, occupied, own, enemies = g.content, g.occupied, g.living[seat], g.living[1 - seat]
    tiles, tops, on = g.tile, g.top, g.spirit
    storage, relics, goes_on = g.storage[seat], g.taken_relics[seat], places(g, seat)
    gems = spirits = arrows = 0
    danger = [0.0, 0.0, 0.0, 0.0, 0.0]  # by open sides
    rest = own
    while rest:
        bit = rest & -rest
        rest ^= bit
        square = bit.bit_length() - 1
        tile, spirit = tiles[square], on[square]
        gem = content.tiles[tile].gems
        gems += gem
        spirits += spirit
        if sides := BESIDE[square] & ~occupied:
            afraid = fear(margin(g, square, enemies), WEIGHTS.safe, WEIGHTS.steep)
            danger[sides.bit_count()] += (gem + spirit + WEIGHTS.death) * afraid
        if goes_on and (top := tops[square]) != EMPTY:
            arrows += (content.aims[tile][top][square] & ~occupied).bit_count()
    return [
        gems,
        spirits,
        RELICS[relics],
        danger[1],
        danger[2],
        danger[3] + danger[4],
        own.bit_count(),
        storage.spirit if goes_on and g.relics else 0,
        storage.energy if goes_on else 0,
        relics + 1 if goes_on and pays(g, seat) else 0,
        arrows,
        float(g.active == seat),
        _tie(g, seat) if g.phase == OVER else 0.0,
    ]


def _tie(g: State, seat: Seat) -> float:
    mine, theirs = (scores(g)[SEAT_NAMES[each]] for each in (seat, OTHER[seat]))
    return 0.5 if mine["total"] == theirs["total"] and mine["rank"] < theirs["rank"] else 0.0


def weights(g: State) -> Sequence[float]:
    """Return the weights of the features, in spreads: one spread is the standard deviation of real margins from
    predicted ones."""
    return _FINAL if g.phase == OVER else table()[left(g) - 1]


def standing(g: State, me: Seat) -> float:
    """Return by how many spreads the seat is expected to be ahead when the game ends; if it is over, is ahead."""
    found: float = sum(map(mul, weights(g), map(sub, features(g, me), features(g, OTHER[me]))))
    return found


def chance(standing: float) -> float:
    """Return the chance of winning with this standing, in percent, with a normal distribution for what is to come."""
    return 50 * (1 + erf(standing / 2**0.5))


def slope(standing: float) -> float:
    """Return how much the chance of winning grows with the standing, in percentage points per spread."""
    return 100 * exp(-(standing**2) / 2) / sqrt(tau)


@cache
def table() -> Sequence[Sequence[float]]:
    """Return the weights by rounds left, from one on."""
    rows = toml.load(__package__, "chances")
    return tuple(tuple(rows[name][at] / rows["spread"][at] for name in FEATURES) for at in range(LONGEST))
