"""What can be done at a table; each module adds its actions to `acting.ACTIONS`."""

from __future__ import annotations

from game.the_adept.tale.actions import doom, foes, growth, harm, help, people, rolls, scenes

__all__ = ["doom", "foes", "growth", "harm", "help", "people", "rolls", "scenes"]
