"""The rules of The Adept in our own words: sections, Methods, Effects, what doom buys, rulings, questions."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from game.core import rulebook
from game.core.rulebook import Answer, Ruling, Section


class Topic(NamedTuple):
    """A Method, an Effect, or something that doom buys: its id in the rules, what it is called, what it does."""

    id: str
    title: str
    text: str


def sections() -> tuple[Section, ...]:
    """The rules, to be read from the first to the last."""
    return rulebook.sections(__package__)


def rulings() -> dict[int, Ruling]:
    """What is decided where the rules are silent or can be read in two ways; `about` are references."""
    return rulebook.rulings(__package__)


def answers() -> tuple[Answer, ...]:
    """All questions with their answers; `about` are references."""
    return rulebook.answers(__package__)


@cache
def topics(kind: str) -> tuple[Topic, ...]:
    """Those of a kind: "method", "effect", "spend"."""
    rows = rulebook.load(__package__, "topics")[kind]
    return tuple(Topic(row["id"], row["title"], row["text"].strip()) for row in rows)
