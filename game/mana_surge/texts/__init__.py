"""The text of the game in our own words: sections, hexes, phases, rulings, questions and answers."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from game.core import rulebook

_load = partial(rulebook.load, __name__)

sections = partial(rulebook.sections, __name__)
phases = partial(rulebook.phases, __name__)
rulings = partial(rulebook.rulings, __name__)
"""`about` names hexes and phases."""
answers = partial(rulebook.answers, __name__)


class Hex(NamedTuple):
    """A kind of hex: what it does, what more there is to know, and the phases it matters in."""

    id: str
    title: str
    text: str
    detail: str
    about: tuple[str, ...]


@cache
def hexes() -> dict[str, Hex]:
    """All kinds of hexes that do something, by kind."""
    rows = _load("hexes")["hex"]
    return {row["id"]: Hex(row["id"], row["title"], row["text"], row["detail"], tuple(row["about"])) for row in rows}
