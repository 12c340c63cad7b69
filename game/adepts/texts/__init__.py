"""The text of the game in our own words: sections, phases, rulings, questions and answers, prompts.

The texts of spells and adepts are beside their effects, in `rules.spells` and `rules.bonuses`.
"""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from game.core import rulebook

_load = partial(rulebook.load, __name__)

sections = partial(rulebook.sections, __name__)
phases = partial(rulebook.phases, __name__)
rulings = partial(rulebook.rulings, __name__)
"""`about` names spells ("3A"), adepts ("topaz") and phases ("phase I")."""


class Answer(NamedTuple):
    """A question that players ask, its answer, what both are about, and the ruling that decides it; `official` ones are
    the rulebook's own."""

    question: str
    answer: str
    about: tuple[str, ...]
    ruling: int
    official: bool


@cache
def answers() -> tuple[Answer, ...]:
    """All questions with their answers."""
    return tuple(
        Answer(row["question"], row["answer"], tuple(row["about"]), row["ruling"], row.get("source") == "rulebook")
        for row in _load("faq")["question"]
    )


@cache
def prompt(kind: str, source: str) -> str:
    """Return what a player is asked. `source` is the spell, adept or phase that asks; without a prompt of its own, the
    kind's default is used."""
    prompts = _load("prompts")[kind]
    text: str = prompts.get(source) or prompts["default"]
    return text
