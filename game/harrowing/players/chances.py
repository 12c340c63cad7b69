"""How likely each is to win where a turn has just ended: by weights that were fitted to played games.

What somebody has weighs another way by how many play, and by how soon their turn comes. `python -m tools.harrowing`
makes `chances.toml`.
"""

from __future__ import annotations

from functools import cache

from game.core import rulebook
from game.core.logit import Rows
from game.harrowing.players.features import FEATURES

PLACE = "place"


@cache
def weights(players: int) -> Rows:
    """By place in the order of turns, one for each feature and one for the place itself."""
    rows = rulebook.load(__package__, "chances")[str(players)]
    return tuple(zip(*(rows[what] for what in (*FEATURES, PLACE)), strict=True))
