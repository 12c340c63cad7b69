"""The text of the game in our own words: sections, hexes, phases, rulings, questions and answers."""

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


class Hex(NamedTuple):
    """A kind of hex: what it does, what more there is to know, and the phases it matters in."""

    id: str
    title: str
    text: str
    detail: str
    about: tuple[str, ...]


class Phase(NamedTuple):
    """A phase of a turn: what it is for, and its steps in order."""

    id: str
    name: str
    summary: str
    steps: tuple[str, ...]


class Ruling(NamedTuple):
    """A decision; `about` names the hexes and phases it concerns."""

    number: int
    title: str
    text: str
    about: tuple[str, ...]


class Answer(NamedTuple):
    """A question players ask, its answer, and the ruling that decides it (0: none)."""

    question: str
    answer: str
    about: tuple[str, ...]
    ruling: int


@cache
def sections() -> tuple[Section, ...]:
    """The rules, to be read from the first to the last."""
    return tuple(Section(row["id"], row["title"], row["text"].strip()) for row in _load("rules")["section"])


@cache
def hexes() -> dict[str, Hex]:
    """All kinds of hexes that do something, by kind."""
    rows = _load("hexes")["hex"]
    return {row["id"]: Hex(row["id"], row["title"], row["text"], row["detail"], tuple(row["about"])) for row in rows}


@cache
def phases() -> dict[str, Phase]:
    """The four phases in their order, by id."""
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
    rows = _load("faq")["question"]
    return tuple(Answer(row["question"], row["answer"], tuple(row["about"]), row["ruling"]) for row in rows)


@cache
def _load(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))
