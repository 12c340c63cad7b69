"""The Harrowing, after the rules of Unnamed Wizard Game: whole and exact, with tiles and a board of our own."""

from __future__ import annotations

from game.harrowing.rules.game import Game

__all__ = ["Game"]
