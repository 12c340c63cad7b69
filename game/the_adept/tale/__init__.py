"""A tale: the state that a table shares, and the actions that change it. Plain data; no chat, clock or files."""

from __future__ import annotations

from game.the_adept.tale.tale import Tale

__all__ = ["Tale"]
