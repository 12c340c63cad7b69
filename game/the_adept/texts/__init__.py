"""The rules of The Adept in our own words: sections, Methods, Effects, what doom buys, rulings, questions."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from game.core import rulebook, toml
from game.core.rulebook import Answer, Ruling, Section


class Topic(NamedTuple):
    """A Method, an Effect, or something that doom buys: its id in the rules, its name, what it does."""

    id: str
    title: str
    text: str


def sections() -> tuple[Section, ...]:
    """Return the sections of the rules, in reading order."""
    return rulebook.sections(__package__)


def rulings() -> dict[int, Ruling]:
    """Return what is decided where the rules are silent or ambiguous, by number; `about` holds references."""
    return rulebook.rulings(__package__)


def answers() -> tuple[Answer, ...]:
    """Return all questions with their answers; `about` holds references."""
    return rulebook.answers(__package__)


@cache
def topics(kind: str) -> tuple[Topic, ...]:
    """Return the topics of a kind: "method", "effect", "spend"."""
    rows = toml.load(__package__, "topics")[kind]
    return tuple(Topic(row["id"], row["title"], row["text"].strip()) for row in rows)
