"""The forty spells, one module a phase, ten each: find a spell's class by its name."""

from __future__ import annotations

from game.adepts.rules.spells import phase1, phase2, phase3, phase5
from game.adepts.rules.spells.base import SPELLS, Choice, Spell

__all__ = ["SPELLS", "Choice", "Spell", "phase1", "phase2", "phase3", "phase5"]
