"""Mana Surge, a game by Alexander Shepherd: the rules, whole and exact."""

from __future__ import annotations

from game.mana_surge.rules.game import Game

__all__ = ["Game"]
