"""Mana Surge, a game by Alexander Shepherd: its complete rules and everything that presents and plays it."""

from __future__ import annotations

from game.mana_surge.rules.game import Game

__all__ = ["Game"]
