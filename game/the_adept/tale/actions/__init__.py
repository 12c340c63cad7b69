"""The actions of a table; importing a module adds its actions to `acting.ACTIONS`."""

from __future__ import annotations

from game.the_adept.tale.actions import (
    aside,
    contests,
    creation,
    doom,
    effects,
    foes,
    gmcs,
    growth,
    harm,
    help,
    heroics,
    hitches,
    people,
    recovery,
    rolls,
    scenes,
    turns,
)

__all__ = [
    "aside", "contests", "creation", "doom", "effects", "foes", "gmcs", "growth", "harm", "help", "heroics", "hitches",
    "people", "recovery", "rolls", "scenes", "turns",
]  # fmt: skip
