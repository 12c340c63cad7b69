"""What can be done at a table; each module adds its actions to `acting.ACTIONS`."""

from __future__ import annotations

from game.the_adept.tale.actions import creation, doom, foes, growth, harm, help, people, rolls, scenes

__all__ = ["creation", "doom", "foes", "growth", "harm", "help", "people", "rolls", "scenes"]
