"""Positions of any game that are set up by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Generic, TypeVar

from game.core.protocol import Game
from game.core.scenario import ScenarioFormat

G = TypeVar("G", bound=Game)


class Positions(Generic[G]):
    """The scenarios of a file by title, set up with a game's `ScenarioFormat`."""

    def __init__(self, scenarios: ScenarioFormat[Any, G], file: Path) -> None:
        self._scenarios = scenarios
        read = tomllib.loads(file.read_text(encoding="utf-8"))
        self._tables = {table.title: table for table in scenarios.read({"scenario": read["scenario"]})}

    def __call__(self, title: str, *tokens: str) -> G:
        """Return the position after these answers, each given for the seat that is asked first."""
        return after(self._scenarios.set_up(self._tables[title]), *tokens)


def by_hand(scenarios: ScenarioFormat[Any, G], **position: Any) -> G:
    """Return the position that these keys of a scenario describe."""
    [scenario] = scenarios.read({"scenario": [{"title": "by hand", **position}]})
    return scenarios.set_up(scenario)


def after(game: G, *tokens: str) -> G:
    """Play these answers, each for the seat that is asked first, and return the game."""
    for token in tokens:
        game.play(game.asked[0], token)
    return game
