"""The game's texts: sections, hexes, phases, rulings, questions and answers."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from game.core import rulebook, toml

sections = partial(rulebook.sections, __name__)
section = partial(rulebook.section, __name__)
phases = partial(rulebook.phases, __name__)
rulings = partial(rulebook.rulings, __name__)
"""`about` holds ids of hexes and phases."""
answers = partial(rulebook.answers, __name__)


class Hex(NamedTuple):
    """A kind of hex: what it does, further details, and the phases in which it matters."""

    id: str
    title: str
    text: str
    detail: str
    about: tuple[str, ...]


@cache
def hexes() -> dict[str, Hex]:
    """Return all kinds of hexes that do something, by kind."""
    rows = toml.load(__name__, "hexes")["hex"]
    return {row["id"]: Hex(row["id"], row["title"], row["text"], row["detail"], tuple(row["about"])) for row in rows}
