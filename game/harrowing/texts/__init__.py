"""The text of the game in our own words: sections, steps, rulings, questions and answers."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from game.core import rulebook

_load = partial(rulebook.load, __name__)

sections = partial(rulebook.sections, __name__)
rulings = partial(rulebook.rulings, __name__)
"""`about` names sections, spells of the board and steps."""


class Way(NamedTuple):
    """A step that spells are made of, for whoever meets its word."""

    id: str
    title: str
    text: str


class Answer(NamedTuple):
    """A question players ask, its answer, and the ruling that decides it (0: none)."""

    question: str
    answer: str
    about: tuple[str, ...]
    ruling: int


@cache
def steps() -> dict[str, Way]:
    """All steps by their word in the design's table."""
    return {row["id"]: Way(row["id"], row["title"], row["text"]) for row in _load("steps")["step"]}


@cache
def answers() -> tuple[Answer, ...]:
    """All questions with their answers."""
    rows = _load("faq")["question"]
    return tuple(Answer(row["question"], row["answer"], tuple(row["about"]), row["ruling"]) for row in rows)
