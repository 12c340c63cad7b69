"""Scenarios: positions set up by hand, moves, and what must then be true (notation, "Scenario")."""

from __future__ import annotations

from game.adepts.scenario.format import Scenario
from game.adepts.scenario.runner import AdeptsScenarios
from game.core import toml
from game.core.errors import BadRecord

SCENARIOS = AdeptsScenarios()

set_up, run = SCENARIOS.set_up, SCENARIOS.run


def read(text: str) -> list[Scenario]:
    """Return the scenarios of a file of Adepts. Raises BadRecord, which says where the first fault is."""
    try:
        return SCENARIOS.read(toml.parse(text))
    except ValueError as error:
        raise BadRecord(str(error)) from error


__all__ = ["SCENARIOS", "AdeptsScenarios", "Scenario", "read", "run", "set_up"]
