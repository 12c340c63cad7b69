"""The rules of Adepts, whole and exact."""

from __future__ import annotations

from game.adepts.game import Game

__all__ = ["Game"]
