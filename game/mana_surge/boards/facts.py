"""What whoever shows a view calls things."""

from __future__ import annotations

PHASES = {"start": "Start", "move": "Move", "combat": "Combat"}
"""Of a turn."""

ASKED = {
    "colour": "to choose a colour",
    "corner": "to choose a corner",
    "spawn": "to spawn",
    "move": "to move",
    "attack": "to attack",
}
"""What somebody is about to do."""

USUAL = "1/1"
"""The strength that is not worth saying."""
