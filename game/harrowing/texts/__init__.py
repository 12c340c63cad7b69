"""The text of the game in our own words: sections, steps, rulings, questions and answers."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from game.core import rulebook

_load = partial(rulebook.load, __name__)

sections = partial(rulebook.sections, __name__)
rulings = partial(rulebook.rulings, __name__)
"""`about` names sections, spells of the board and steps."""
answers = partial(rulebook.answers, __name__)


class Way(NamedTuple):
    """A step that spells are made of, for whoever meets its word."""

    id: str
    title: str
    text: str


@cache
def steps() -> dict[str, Way]:
    """All steps by their word in the design's table."""
    return {row["id"]: Way(row["id"], row["title"], row["text"]) for row in _load("steps")["step"]}
