"""The texts that every game's rules have in the same form: TOML tables in a package of the game's own."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from game.core.toml import load


class Section(NamedTuple):
    """A section of the rules, or anything else that is explained under a title."""

    id: str
    title: str
    text: str


class Phase(NamedTuple):
    """A phase of a turn: what it is for, and its steps in order."""

    id: str
    name: str
    summary: str
    steps: tuple[str, ...]

    @property
    def outline(self) -> str:
        """The summary with the steps as a list."""
        return "\n".join((self.summary, *(f"- {step}" for step in self.steps)))


class Ruling(NamedTuple):
    """A ruling; `about` names what it concerns, in the game's own terms."""

    number: int
    title: str
    text: str
    about: tuple[str, ...]


class Answer(NamedTuple):
    """A question that players ask, its answer, what both are about, and the ruling that decides it (0: none)."""

    question: str
    answer: str
    about: tuple[str, ...]
    ruling: int


@cache
def explained(package: str, name: str, kind: str) -> dict[str, Section]:
    """What a file explains under titles, by id; each table is called `kind`."""
    rows = load(package, name)[kind]
    return {row["id"]: Section(row["id"], row["title"], row["text"].strip()) for row in rows}


def sections(package: str) -> tuple[Section, ...]:
    """The rules, to be read from the first to the last."""
    return tuple(explained(package, "rules", "section").values())


def section(package: str, id: str) -> Section:
    """The section of this id. Raises KeyError if there is none."""
    return explained(package, "rules", "section")[id]


@cache
def phases(package: str) -> dict[str, Phase]:
    """The phases of a turn by id, in their order."""
    rows = load(package, "phases")["phase"]
    return {row["id"]: Phase(row["id"], row["name"], row["summary"], tuple(row["steps"])) for row in rows}


@cache
def rulings(package: str) -> dict[int, Ruling]:
    """All rulings by number."""
    rows = load(package, "rulings")["ruling"]
    return {row["number"]: Ruling(row["number"], row["title"], row["text"], tuple(row["about"])) for row in rows}


@cache
def answers(package: str) -> tuple[Answer, ...]:
    """All questions with their answers."""
    rows = load(package, "faq")["question"]
    return tuple(Answer(row["question"], row["answer"], tuple(row["about"]), row["ruling"]) for row in rows)
