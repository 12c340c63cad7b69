"""Spirit Ground, after the system of Maatatahay: the rules, whole and exact, with tiles of our own."""

from __future__ import annotations

from game.spirit_ground.rules.game import Game

__all__ = ["Game"]
