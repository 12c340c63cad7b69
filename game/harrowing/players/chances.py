"""Chances of winning at the end of a turn, from weights that were fitted to played games.

`python -m tools.harrowing` makes `chances.toml`. The weights of a feature depend on the number of players and on how
soon the player's turn comes.
"""

from __future__ import annotations

from functools import cache

from game.core import toml
from game.core.judging.logit import Rows
from game.harrowing.players.features import FEATURES

PLACE = "place"


@cache
def weights(players: int) -> Rows:
    """Return, by place in the order of turns, a weight for each feature, then one for the place itself."""
    rows = toml.load(__package__, "chances")[str(players)]
    return tuple(zip(*(rows[what] for what in (*FEATURES, PLACE)), strict=True))
