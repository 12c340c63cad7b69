"""All boards. Each is a TOML file in this folder, found by its ending and checked when it is read."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from game.core.errors import SetupError, quoted
from game.mana_surge.rules.boards.board import Board
from game.mana_surge.rules.boards.check import read

USUAL = "surge"
"""The board to play on if none is named."""


@cache
def boards() -> dict[str, Board]:
    """Return all boards by name, the usual one first."""
    found = [
        read(file.read_text(encoding="utf-8")) for file in files(__name__).iterdir() if file.name.endswith(".toml")
    ]
    return {board.name: board for board in sorted(found, key=lambda board: (board.name != USUAL, board.name))}


def board(name: str) -> Board:
    """Return the board of this name. Raises SetupError, which lists all names."""
    if not isinstance(name, str) or name not in boards():
        raise SetupError(f"no board is called {quoted(name)}; there is: {', '.join(boards())}")
    return boards()[name]


__all__ = ["USUAL", "Board", "board", "boards", "read"]
