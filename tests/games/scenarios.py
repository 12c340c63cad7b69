"""The scenarios of games whose tests have a folder of them: `tests/<game>/scenarios`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from game.core import scenario
from game.core.faces import Scenarios

_FILES = sorted(Path(__file__).parents[1].glob("*/scenarios/*.toml"))


class Told(NamedTuple):
    """A scenario: of which game (the name of its folder), in which file, what carries it out, and what it says."""

    game: str
    file: str
    of_game: Scenarios
    table: Any

    @property
    def title(self) -> str:
        return str(self.table.title)


def _read(file: Path) -> list[Told]:
    of_game, tables = scenario.read(file.read_text(encoding="utf-8"))
    return [Told(file.parents[1].name, file.name, of_game, table) for table in tables]


TOLD = [told for file in _FILES for told in _read(file)]
GAMES = sorted({told.game for told in TOLD})


def titles(game: str) -> list[str]:
    """Of the scenarios of a game."""
    return [told.title for told in TOLD if told.game == game]


def failure(game: str, text: str) -> str | None:
    """Why the scenario of a text does not hold, which is of the game of that tag."""
    of_game, [table] = scenario.read(f'game = "{game}"\n[[scenario]]\ntitle = "t"\n{text}')
    return of_game.run(table)
