"""The rules desk: finds and shows what people look up in the rules of any game. Knows no game and no Discord.

`lookup` is what one game lets people look up: it searches, suggests and makes pages. It is built when it is first asked
for; `warm` builds all at once, which is better done in another thread than in an event loop.
"""

from __future__ import annotations

from functools import cache

from desk.lookup import Lookup
from desk.pages import Hit, Note, Page
from game.core.discover import kit, kits

__all__ = ["Hit", "Lookup", "Note", "Page", "lookup", "warm"]


@cache
def lookup(game: str) -> Lookup | None:
    """What can be looked up in a game, by its name; None if nothing. Raises SetupError for an unknown name."""
    desk = kit(game).desk
    return None if desk is None else Lookup(desk)


def warm() -> None:
    """Build what all games have."""
    for game in kits():
        lookup(game)
