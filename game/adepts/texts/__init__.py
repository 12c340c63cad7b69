"""The text of the game in our own words: sections, phases, rulings, questions and answers, prompts.

The texts of spells and adepts stand beside their effects, in `spells` and `bonuses`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple


class Section(NamedTuple):
    """A section of the rules, in teaching order."""

    id: str
    title: str
    text: str


class Phase(NamedTuple):
    """A phase of the turn: what it is for, and its steps in order."""

    id: str
    name: str
    summary: str
    steps: tuple[str, ...]


class Ruling(NamedTuple):
    """A decision; `about` names the spells ("3A"), adepts ("topaz") and phases ("phase I") it concerns."""

    number: int
    title: str
    text: str
    about: tuple[str, ...]


class Answer(NamedTuple):
    """A question players ask, its answer and the ruling that decides it; `official` ones are the rulebook's own."""

    question: str
    answer: str
    about: tuple[str, ...]
    ruling: int
    official: bool


@cache
def sections() -> tuple[Section, ...]:
    """The rules, to be read from the first to the last."""
    return tuple(Section(row["id"], row["title"], row["text"]) for row in _load("rules")["section"])


@cache
def phases() -> dict[str, Phase]:
    """The five phases by id, "I" to "V"."""
    rows = _load("phases")["phase"]
    return {row["id"]: Phase(row["id"], row["name"], row["summary"], tuple(row["steps"])) for row in rows}


@cache
def rulings() -> dict[int, Ruling]:
    """All rulings by number."""
    rows = _load("rulings")["ruling"]
    return {row["number"]: Ruling(row["number"], row["title"], row["text"], tuple(row["about"])) for row in rows}


@cache
def answers() -> tuple[Answer, ...]:
    """All questions with their answers."""
    return tuple(
        Answer(row["question"], row["answer"], tuple(row["about"]), row["ruling"], row.get("source") == "rulebook")
        for row in _load("faq")["question"]
    )


@cache
def prompt(kind: str, source: str) -> str:
    """What a player is asked; `source` is the spell, adept or phase that asks, if there is a prompt of its own."""
    prompts = _load("prompts")[kind]
    text: str = prompts.get(source) or prompts["default"]
    return text


@cache
def _load(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))
