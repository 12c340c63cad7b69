"""A tale: what a table has together, and what anybody does there. Plain data; no chat, clock or file."""

from __future__ import annotations

from game.the_adept.tale.tale import Tale

__all__ = ["Tale"]
