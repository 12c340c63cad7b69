"""The icons of all games, by the names of the application's emojis.

Those of the usual game are called as it calls them, those of another bear its name before their own: letters, digits
and underscores, which is all that Discord takes. Knows no Discord, for the process that draws needs none.
"""

from __future__ import annotations

from functools import cache

from game.core.discover import kits
from game.core.program import USUAL


@cache
def signs() -> dict[str, str]:
    """The sign that stands for each. Games that share a sign share the icon: that of the first."""
    return {_name(kit.name, icon): sign for kit in kits().values() for icon, sign in kit.words.signs.items()}


def drawn() -> dict[str, bytes]:
    """The PNG file of each."""
    return {
        _name(kit.name, icon): picture
        for kit in kits().values()
        if kit.pictures is not None
        for icon, picture in kit.pictures.icons().items()
    }


def _name(game: str, icon: str) -> str:
    return icon if game == USUAL else f"{game.replace('-', '_')}_{icon}"
