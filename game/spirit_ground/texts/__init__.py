"""The game's texts: sections, phases, specials, rulings, questions and answers."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from game.core import rulebook

_load = partial(rulebook.load, __name__)

sections = partial(rulebook.sections, __name__)
section = partial(rulebook.section, __name__)
phases = partial(rulebook.phases, __name__)
rulings = partial(rulebook.rulings, __name__)
"""`about` holds ids of phases and specials."""
answers = partial(rulebook.answers, __name__)


class Special(NamedTuple):
    """A special ability, which some warriors have besides claws, gems and arrows."""

    id: str
    title: str
    text: str


@cache
def specials() -> dict[str, Special]:
    """Return the specials, elder and convert, by id."""
    return {row["id"]: Special(row["id"], row["title"], row["text"]) for row in _load("specials")["special"]}
