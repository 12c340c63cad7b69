"""One term for each thing, and the sign of each colour."""

from __future__ import annotations

from game.core.text.signs import ours
from game.mana_surge.rules.boards.board import Kind

COLOURS = {"red": ours("🔴"), "green": ours("🟢"), "blue": ours("🔵")}
"""Beside a colour's name or a player's: nothing is told by them alone. Each has its icon."""

PHASES = {"setup": "setting up", "start": "new tokens", "move": "moving", "combat": "attacking", "over": "the end"}

CORNERS = ("top left", "right", "bottom left")
"""Where the corners are, clockwise: on every board."""

LOCKING: frozenset[Kind] = frozenset({"action", "spawn", "pool"})
"""Where a token stays until it dies."""
