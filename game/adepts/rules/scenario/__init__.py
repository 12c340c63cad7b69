"""Scenarios: positions set up by hand, moves, and what must then be true (notation, "Scenario")."""

from __future__ import annotations

from game.adepts.rules.scenario.format import Scenario, read
from game.adepts.rules.scenario.runner import run
from game.adepts.rules.scenario.setup import set_up

__all__ = ["Scenario", "read", "run", "set_up"]
