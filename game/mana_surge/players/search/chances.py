"""Chances of winning at the end of a turn, from weights that were fitted to played games.

`python -m tools.mana_surge` makes `chances.toml`. The weights of a feature depend on how soon the player's turn comes
and on how far the game has gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from game.core import toml
from game.core.judging.logit import Rows, shares, strengths
from game.mana_surge.players.search.features import FEATURES, features
from game.mana_surge.players.search.field import Field
from game.mana_surge.players.search.moment import Moment
from game.mana_surge.rules.boards import USUAL

Weights = tuple[tuple[float, ...], ...]
"""By place in the order of turns: a weight for each feature, then one for the place itself."""
PLACE = "place"
LATE = 60
"""Turns after which weights no longer change: most games end about then."""


class Table(NamedTuple):
    """The weights at the beginning of a game and late in it. In between they change linearly with the turns."""

    early: Weights
    late: Weights

    def at(self, turns: int) -> Weights:
        """Return the weights after this many turns."""
        return tuple(map(tuple, blended(self.early, self.late, turns)))


def blended(early: Rows, late: Rows, turns: int) -> list[list[float]]:
    """Return the weights after this many turns, interpolated between early and late ones."""
    part = lateness(turns)
    return [
        [one + part * (other - one) for one, other in zip(*both, strict=True)] for both in zip(early, late, strict=True)
    ]


def lateness(turns: int) -> float:
    """Return how late it is in the game after this many turns, from 0 to 1."""
    return min(1.0, turns / LATE)


def chances(on: Field, by: Rows, now: Moment) -> list[float]:
    """Return the chances of winning by place, from 0 to 1."""
    return shares(strengths(by, features(on, now)))


@cache
def weights(board: str, fierce: bool, turns: int) -> Weights:
    """Return the weights for a board, with or without Fierce; where none were fitted, those of the usual board."""
    return _table(board, fierce).at(turns)


@cache
def _table(board: str, fierce: bool) -> Table:
    found: Mapping[str, Mapping[str, Sequence[Sequence[float]]]] = toml.load(__package__, "chances")
    rows = found.get(called(board, fierce)) or found[called(USUAL, fierce)]
    early, late = (tuple(zip(*(rows[what][at] for what in (*FEATURES, PLACE)), strict=True)) for at in (0, 1))
    return Table(early, late)


def called(board: str, fierce: bool) -> str:
    """Return the name of a table in the file."""
    return f"{board}-fierce" if fierce else board
