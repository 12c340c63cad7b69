"""The player called `casual`: it makes half the mistakes of `novice`."""

from __future__ import annotations

from game.adepts.players.mistaken import Mistakes

policy = Mistakes(sees=0.8, error=2.0, forgets=0.1, crowds=0.3)
"""Found by playing; docs/players.md says how far below `greedy` it ends."""
