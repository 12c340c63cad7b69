"""How likely each is to win where a turn has just ended: by weights that were fitted to played games.

What somebody has weighs another way by how soon their turn comes, and by how far the game has gone.
`python -m tools.mana_surge` makes `chances.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from game.core import rulebook
from game.core.logit import Rows, shares, strengths
from game.mana_surge.players.search.features import FEATURES, Moment, features
from game.mana_surge.players.search.field import Field
from game.mana_surge.rules.boards import USUAL

Weights = tuple[tuple[float, ...], ...]
"""By place in the order of turns, one for each feature and one for the place itself."""
PLACE = "place"
LATE = 60
"""Turns after which weights change no more: most games end about then."""


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
