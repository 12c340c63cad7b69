"""The scenario files of all games: `tests/<game>/scenarios/*.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from game.core import scenario
from game.core.faces import Scenarios

_FILES = sorted(Path(__file__).parents[1].glob("*/scenarios/*.toml"))


class Told(NamedTuple):
    """A scenario: the game's folder, the file, the runner, and its data."""

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
    """Return the titles of a game's scenarios."""
    return [told.title for told in TOLD if told.game == game]


def failure(game: str, text: str) -> str | None:
    """Return why the scenario in this text does not hold; None if it does. `game` is the game's tag."""
    of_game, [table] = scenario.read(f'game = "{game}"\n[[scenario]]\ntitle = "t"\n{text}')
    return of_game.run(table)
