"""What a table chooses before the game."""

from __future__ import annotations

from typing import NamedTuple

from game.core.errors import SetupError, quoted
from game.core.options import checked_seed
from game.mana_surge.rules.boards import Board, board
from game.mana_surge.rules.seats import PLAYERS

CHOSEN, SEATED = WAYS = ("chosen", "seated")
"""How players get colours: each chooses one (ruling r1), or red, green and blue go by seat."""
ON, OFF = "on", "off"
"""The values of the option *fierce*, as used by tables and records."""


class Options(NamedTuple):
    """The checked options of one game."""

    board: Board
    colours: str
    fierce: bool
    seed: str


def check(players: object, name: str, colours: object, fierce: object, seed: object) -> Options:
    """Return checked options. If `seed` is None, a new one is drawn. Raises SetupError, which says what is allowed."""
    if type(players) is not int or players != PLAYERS:
        raise SetupError(f"Mana Surge is for {PLAYERS} players, not {quoted(players)}")
    if colours not in WAYS:
        raise SetupError(f"colours are {' or '.join(WAYS)}, not {quoted(colours)}")
    if not isinstance(fierce, bool):
        raise SetupError(f"fierce is on or off, not {quoted(fierce)}")
    seed = checked_seed(seed)
    return Options(board(name), str(colours), fierce, seed)
