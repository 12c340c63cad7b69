"""Names used by everything that shows a view."""

from __future__ import annotations

PHASES = {"start": "Start", "move": "Move", "combat": "Combat"}
"""The phases of a turn."""

ASKS = {
    "colour": "choose a colour",
    "corner": "choose a corner",
    "spawn": "place a new token",
    "move": "move tokens",
    "attack": "attack",
}
"""What somebody who is asked is to do, by kind of question."""

USUAL = "1/1"
"""The usual attack and defence, which is not shown."""
