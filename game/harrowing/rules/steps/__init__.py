"""The verbs of spells, by what they touch. Importing this registers them all."""

from __future__ import annotations

from game.harrowing.rules.steps import battle, cast, pillars, power, tiles

__all__ = ["battle", "cast", "pillars", "power", "tiles"]
