"""Names used by everything that shows a view."""

from __future__ import annotations

PHASES = {"start": "Start", "move": "Move", "combat": "Combat"}
"""The phases of a turn."""

ASKED = {
    "colour": "to choose a colour",
    "corner": "to choose a corner",
    "spawn": "to spawn",
    "move": "to move",
    "attack": "to attack",
}
"""What somebody who is asked is about to do, by kind of question."""

USUAL = "1/1"
"""The usual attack and defence, which is not shown."""
