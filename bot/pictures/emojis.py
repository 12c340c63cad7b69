"""The icons of all games, by the names of the application's emojis.

An icon of the usual game has its own name, one of another game has the game's name before that. Names consist of
letters, digits and underscores, which is all that Discord allows. Knows nothing of Discord, as the process that draws
needs this module too.
"""

from __future__ import annotations

from functools import cache

from game.core.discover import kits
from game.core.program import USUAL


@cache
def signs() -> dict[str, str]:
    """Return the sign that each icon replaces, by emoji name.

    Where games share a sign, the icon of the first game is used.
    """
    return {_name(kit.name, icon): sign for kit in kits().values() for icon, sign in kit.words.signs.items()}


def drawn() -> dict[str, bytes]:
    """Draw the icons of all games that have pictures: PNG files by emoji name."""
    return {
        _name(kit.name, icon): picture
        for kit in kits().values()
        if kit.pictures is not None
        for icon, picture in kit.pictures.icons().items()
    }


def _name(game: str, icon: str) -> str:
    return icon if game == USUAL else f"{game.replace('-', '_')}_{icon}"
