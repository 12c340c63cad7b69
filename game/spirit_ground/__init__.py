"""Spirit Ground, after the system of Maatatahay: its complete rules with tiles of our own, and everything that presents
and plays it."""

from __future__ import annotations

from game.spirit_ground.rules.game import Game

__all__ = ["Game"]
