"""The rules desk: finds and shows what people look up in any rules. Knows no game, no aid, and no Discord.

`sources` are the games, and the aids that have rules to look up; `lookup` is what one of them lets people look up: it
searches, suggests and makes pages. It is built when it is first asked for, which is better done in another thread than
in an event loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Protocol

from desk.lookup import Lookup
from desk.pages import Hit, Note, Page
from game.core.desk import Desk
from game.core.discover import aid, aid_names, kit, kits, names
from game.core.errors import SetupError

__all__ = ["Hit", "Lookup", "Note", "Page", "Source", "lookup", "source", "sources"]


class Source(Protocol):
    """A game or a role-playing aid, as far as somebody looks its rules up."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def desk(self) -> Desk | None: ...


def sources() -> Mapping[str, Source]:
    """All games by name, the usual one first; then the aids that have something to look up."""
    aids = {name: found for name in aid_names() if (found := aid(name)).desk is not None}
    return {**kits(), **aids}


def source(name: str) -> Source:
    """The game or aid of this name. Raises SetupError for an unknown name."""
    if name in aid_names():
        return aid(name)
    if name not in names():
        raise SetupError(f"no game is called {name!r}; there is: {', '.join(sources())}")
    return kit(name)


@cache
def lookup(name: str) -> Lookup | None:
    """What can be looked up in a game or an aid; None if nothing. Raises SetupError for an unknown name."""
    desk = source(name).desk
    return None if desk is None else Lookup(desk)
