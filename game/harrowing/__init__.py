"""The Harrowing, after the rules of Unnamed Wizard Game: its complete rules with tiles and a board of our own, and
everything that presents and plays it."""

from __future__ import annotations

from game.harrowing.rules.game import Game

__all__ = ["Game"]
