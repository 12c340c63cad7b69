"""One term for each thing, and an emoji for each colour."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.text.signs import ours
from game.mana_surge.rules.boards.board import Kind

COLOURS = {"red": ours("🔴"), "green": ours("🟢"), "blue": ours("🔵")}
"""Emojis beside a colour's or a player's name. They never carry information alone. Each has its icon."""

LOOKS = "Your tokens and your spawner have it: red ones are discs, green ones triangles, blue ones squares."
"""The only effect of a colour."""

PHASES = {"setup": "setting up", "start": "new tokens", "move": "moving", "combat": "attacking", "over": "the end"}

CORNERS = ("top left", "right", "bottom left")
"""Where the corners are, clockwise, on every board."""

LOCKING: frozenset[Kind] = frozenset({"action", "spawn", "pool"})
"""The kinds of hexes where a token stays until it dies."""

HEXES: Mapping[Kind, str] = {
    "strong": "+1 Attack: a token here attacks and strikes back with 2",
    "guard": "+1 Defence: a token here defends with 2",
    "weak": "-1 Attack: a token here has an attack of 0",
    "action": "Extra Action: one point more each turn",
    "spawn": "Extra Spawn: one token more each turn",
    "pool": "The Mana Pool: one mana as your turn ends; ten win",
    "corner": "A spawner: new tokens appear beside it",
}
"""What each kind of hex does."""
