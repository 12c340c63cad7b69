"""What somebody typed, as the terms to look for: fillers left out, typing errors put right, synonyms added."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

LONGEST = 200
"""Characters of a query that are read."""

ROMAN = {"1": "i", "2": "ii", "3": "iii", "4": "iv", "5": "v"}
NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"} | {roman: n for n, roman in ROMAN.items()}
SPLIT_ID = re.compile(r"^((?:spell |card )?\d+) ([ab])$")
ORDINAL = re.compile(r"\b(first|second|third|last) (phase|site|stage)s?\b")
ORDINALS = {"first": "1", "second": "2", "third": "3", "last": "3"}
NUMBERED = re.compile(rf"\b(phase|site|stage)s? ?({'|'.join((*NUMBERS, *ROMAN))})\b")

SHORTEST = 4
"""Letters of a word or name that may be misspelt."""
EDITS, BEGINNING = 0.72, 0.85
"""Least likeness (0 to 1) by the number of edits; failing that, by how words begin."""
NEARLY = 0.08
"""What is so much less alike than the best is meant too."""


def words(text: str) -> list[str]:
    """The words of a text in small letters, without apostrophes."""
    return re.findall(r"[^\W_]+", re.sub(r"['’]", "", text.lower()))


def squeezed(text: str) -> str:
    """A name as it is compared: small letters and digits, nothing between."""
    return "".join(words(text))


def terms(text: str) -> list[str]:
    """What to look for: words that say something, and "phase iii", "stage 3", "how many" as one."""
    plain = SPLIT_ID.sub(r"\1\2", " ".join(words(text)))
    plain = ORDINAL.sub(lambda match: f"{match[2]} {ORDINALS[match[1]]}", plain)
    marked = NUMBERED.sub(_numbered, plain).replace("how many", "how_many")
    return [term.replace("_", " ") for term in marked.split() if term not in fillers()] or words(plain)


def alike(typed: str, choices: Iterable[str]) -> dict[str, float]:
    """The few choices that a misspelt or shortened word may stand for, best first, with their likeness."""
    if len(typed) < SHORTEST:
        return {}
    choices = list(choices)
    near = process.extract(typed, choices, scorer=OSA.normalized_similarity, score_cutoff=EDITS, limit=3)
    if not near:
        choices = [choice for choice in choices if len(choice) >= len(typed)]
        near = process.extract(
            typed, choices, scorer=JaroWinkler.normalized_similarity, score_cutoff=BEGINNING, limit=3
        )
    return {choice: likeness for choice, likeness, _ in near if likeness >= near[0][1] - NEARLY}


@cache
def fillers() -> frozenset[str]:
    """Words that say nothing about what is looked for."""
    return frozenset(_table()["fillers"].split())


@cache
def synonyms() -> tuple[tuple[str, str], ...]:
    """Pairs: words of our texts, and what players say for them."""
    return tuple((ours, theirs) for ours, theirs in _table()["synonyms"])


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))


def runs(found: list[str], longest: int) -> Iterator[tuple[str, int]]:
    """Every run of up to so many neighbouring words, written as one, and how many words it has."""
    for start in range(len(found)):
        for end in range(start + 1, min(start + longest, len(found)) + 1):
            yield "".join(found[start:end]).replace(" ", ""), end - start


def _numbered(match: re.Match[str]) -> str:
    place, number = match.groups()
    digit = NUMBERS.get(number, number)
    return f"{place}_{digit if place == 'stage' else ROMAN[digit]}"
