"""Scenarios: positions set up by hand, moves, and what must then be true (notation, "Scenario")."""

from __future__ import annotations

from game.adepts.scenario.format import Scenario, read
from game.adepts.scenario.runner import run
from game.adepts.scenario.setup import set_up

__all__ = ["Scenario", "read", "run", "set_up"]
