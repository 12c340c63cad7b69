"""The forty spells, ten in the module of each phase. Each class has the name of its spell."""

from __future__ import annotations

from game.adepts.rules.spells import phase1, phase2, phase3, phase5
from game.adepts.rules.spells.base import SPELLS, Choice, Spell, asks

__all__ = ["SPELLS", "Choice", "Spell", "asks", "phase1", "phase2", "phase3", "phase5"]
