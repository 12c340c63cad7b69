"""The rules desk: finds and shows what people look up in any rules. Knows no game, no aid, and no Discord.

`sources` are the games, and the aids that have something to look up. `lookup` gives the `Lookup` of one of them: it
searches, suggests and makes pages. `elsewhere` gives the answers of others to a query of which one knows too little. A
lookup is built when it is first asked for, which is better done in a thread than on an event loop.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Protocol

from desk.index import heard
from desk.lookup import Lookup
from desk.pages import Hit, Note, Page
from desk.words import words
from game.core.desk import Desk
from game.core.discover import aid, aid_names, kit, kits, names
from game.core.errors import SetupError

__all__ = [
    "HALF",
    "Hit",
    "Lookup",
    "Note",
    "Page",
    "Source",
    "elsewhere",
    "lookup",
    "named",
    "others",
    "source",
    "sources",
]

KNOWN_ENOUGH, KNOWN_WELL = 0.65, 0.9
"""If a game knows less than the first share of a query, others that know at least the second share answer as well."""
HALF = 0.5
"""Share of a query that a game must know for its own answers to be shown beside those of others."""
WELL = 0.8
"""Minimum score of others' answers, if the game has answers of its own."""
OTHERS, FEW = 2, 2
"""How many others answer, and how many hits of each are shown."""


class Source(Protocol):
    """What the rules desk needs of a game or a role-playing aid."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def desk(self) -> Desk | None: ...


def sources() -> Mapping[str, Source]:
    """Return all games by name, the default one first, then the aids that have something to look up."""
    aids = {name: found for name in aid_names() if (found := aid(name)).desk is not None}
    return {**kits(), **aids}


def source(name: str) -> Source:
    """Return the game or aid of this name. Raises SetupError for an unknown name."""
    if name in aid_names():
        return aid(name)
    if name not in names():
        raise SetupError(f"no game is called {name!r}; there is: {', '.join(sources())}")
    return kit(name)


@cache
def lookup(name: str) -> Lookup | None:
    """Return what can be looked up in a game or an aid; None if nothing. Raises SetupError for an unknown name."""
    desk = source(name).desk
    if desk is None:
        return None
    return Lookup(desk, frozenset[str]().union(*(_heard(other) for other in sources() if other != name)))


def others(name: str, query: str) -> list[Source]:
    """Return the other games and aids that may answer a query too: all of them if this one knows too little of it, else
    those whose exact titles stand in it."""
    known = lookup(name)
    if known is None:
        return []
    sure = known.known(query) >= KNOWN_ENOUGH
    return [each for each in sources().values() if each.name != name and (not sure or _titled(query, each))]


def elsewhere(name: str, query: str) -> list[tuple[Source, list[Hit]]]:
    """Return the others' answers to a query, at most `OTHERS` of them: first those that it names by title, then those
    that know it better than this one."""
    known = lookup(name)
    if known is None or not (asked := others(name, query)):
        return []
    own = max((known.known(query) * hit.score for hit in known.search(query, 1)), default=None)
    least = max(own, WELL) if own is not None else 0.0
    there = [(each, other) for each in asked if (other := lookup(each.name)) and other.known(query) >= KNOWN_WELL]
    found = [(each, other.search(query, FEW), _titled(query, each, re.I)) for each, other in there]
    better = [row for row in found if row[1] and (row[2] or row[1][0].score > least)]
    return [(each, hits) for each, hits, _ in sorted(better, key=lambda row: (not row[2], -row[1][0].score))[:OTHERS]]


def _titled(query: str, other: Source, flags: int = 0) -> bool:
    """Whether the query contains the title of a game or aid."""
    return re.search(rf"\b{re.escape(other.title)}\b", query, flags) is not None


def named(query: str, here: str) -> str | None:
    """Return the other game or aid that a query names by title, as in "harrowing how do I win". None if it names none,
    or only in words that mean something in yet another."""
    said = words(query)
    for each in sources().values():
        title = [word for word in words(each.title) if word != "the"]
        spans = [said[at : at + len(title)] for at in range(len(said) - len(title) + 1)]
        if each.name == here or title not in spans or len(said) == len(title):
            continue
        if not any({*title} <= _heard(other) for other in sources() if other != each.name):
            return each.name
    return None


@cache
def _heard(name: str) -> frozenset[str]:
    """Return the words that a game or an aid knows."""
    desk = source(name).desk
    return frozenset() if desk is None else heard(desk)
