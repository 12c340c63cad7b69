"""How likely each is to win where a turn has just ended: by weights that were fitted to played games.

What somebody has weighs another way by how soon their turn comes, and by how far the game has gone.
`python -m tools.mana_surge` makes `chances.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp
from operator import mul
from typing import NamedTuple

from game.core import rulebook
from game.mana_surge.players.search.features import FEATURES, Moment, features
from game.mana_surge.players.search.field import Field
from game.mana_surge.rules.boards import USUAL

Weights = tuple[tuple[float, ...], ...]
"""By place in the order of turns, one for each feature and one for the place itself."""
Rows = Sequence[Sequence[float]]
"""By place, numbers in the order of the features."""
PLACE = "place"
LATE = 60
"""Turns after which weights change no more: most games end about then."""
_PARTS = 8
"""Into which the way from one position to another is cut."""


class Table(NamedTuple):
    """The weights at the beginning, and late: between these they change evenly from turn to turn."""

    early: Weights
    late: Weights

    def at(self, turns: int) -> Weights:
        """When so many turns have been played."""
        return tuple(map(tuple, blended(self.early, self.late, turns)))


def blended(early: Rows, late: Rows, turns: int) -> list[list[float]]:
    """The weights between those and these, after so many turns."""
    part = lateness(turns)
    return [
        [one + part * (other - one) for one, other in zip(*both, strict=True)] for both in zip(early, late, strict=True)
    ]


def lateness(turns: int) -> float:
    """From 0 to 1."""
    return min(1.0, turns / LATE)


def chances(on: Field, by: Rows, now: Moment) -> list[float]:
    """By place, from 0 to 1."""
    return shares(strengths(by, features(on, now)))


def strengths(by: Rows, rows: Rows) -> list[float]:
    """What those features come to, by place."""
    return [sum(map(mul, each, row)) + each[-1] for each, row in zip(by, rows, strict=True)]


def shares(strong: Sequence[float]) -> list[float]:
    """The chances of such strengths (softmax)."""
    most = max(strong)
    parts = [exp(each - most) for each in strong]
    whole = sum(parts)
    return [part / whole for part in parts]


def differences(by: Rows, before: Rows, now: Rows, place: int) -> list[list[float]]:
    """What each feature of each place adds to the chance of one place, beside other features.

    Each is followed along the straight way from there to here, so that all together come to the whole (up to the error
    of so many parts), and what has not changed adds nothing (Aumann and Shapley).
    """
    start, end = (strengths(by, rows) for rows in (before, now))
    worth = [0.0] * len(by)
    """What a point of strength of each place adds to the chance, on the mean of the way."""
    for part in range(_PARTS):
        way = (part + 0.5) / _PARTS
        there = shares([one + way * (other - one) for one, other in zip(start, end, strict=True)])
        for at, share in enumerate(there):
            worth[at] += there[place] * ((at == place) - share) / _PARTS
    return [
        [share * weight * (new - old) for weight, old, new in zip(row, one, other, strict=False)]
        for share, row, one, other in zip(worth, by, before, now, strict=True)
    ]


@cache
def weights(board: str, fierce: bool, turns: int) -> Weights:
    """Those on a board and by its rules; where there are none, those of the usual board."""
    return _table(board, fierce).at(turns)


@cache
def _table(board: str, fierce: bool) -> Table:
    found: Mapping[str, Mapping[str, Sequence[Sequence[float]]]] = rulebook.load(__package__, "chances")
    rows = found.get(called(board, fierce)) or found[called(USUAL, fierce)]
    early, late = (tuple(zip(*(rows[what][at] for what in (*FEATURES, PLACE)), strict=True)) for at in (0, 1))
    return Table(early, late)


def called(board: str, fierce: bool) -> str:
    """A table of the file."""
    return f"{board}-fierce" if fierce else board
