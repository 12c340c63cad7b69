"""The player called `novice`: about as good as people in their first game."""

from __future__ import annotations

from game.adepts.players.mistaken import Mistakes

policy = Mistakes(sees=0.55, error=4.0, forgets=0.4, crowds=0.6)
"""Found by playing; docs/players.md says how far below `greedy` it ends."""
