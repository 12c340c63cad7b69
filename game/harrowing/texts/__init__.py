"""The game's texts: sections, steps, rulings, questions and answers."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from game.core import rulebook

_load = partial(rulebook.load, __name__)

sections = partial(rulebook.sections, __name__)
section = partial(rulebook.section, __name__)
rulings = partial(rulebook.rulings, __name__)
"""`about` holds ids of sections, spells of the board and steps."""
answers = partial(rulebook.answers, __name__)


class Way(NamedTuple):
    """A step that spells are made of, explained for people who meet its word."""

    id: str
    title: str
    text: str


@cache
def steps() -> dict[str, Way]:
    """Return all steps by their word in the design's table."""
    return {row["id"]: Way(row["id"], row["title"], row["text"]) for row in _load("steps")["step"]}
