"""What somebody typed, as the terms to look for: fillers left out, typing errors put right, synonyms added."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

LONGEST = 200
"""Characters of a query that are read."""

FILLERS = frozenset(
    "a about again am an and any are as at be been but by can could did do does doing for from get gets had happen happens has have he her his how"
    " i if in into is it its just many may me much my need of on or our please rule rules say shall she should so tell"
    " that the their them then there these they this those to too us was we were what whats when where which who will with"
    " work works would you your".split()
)
"""Words that say nothing about what is looked for."""

ROMAN = {"1": "i", "2": "ii", "3": "iii", "4": "iv", "5": "v"}
NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"} | {roman: n for n, roman in ROMAN.items()}
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


def terms(text: str) -> list[str]:
    """What to look for: words that say something, and "phase iii", "stage 3", "how many" as one."""
    marked = NUMBERED.sub(_numbered, " ".join(words(text[:LONGEST]))).replace("how many", "how_many")
    return [term.replace("_", " ") for term in marked.split() if term not in FILLERS] or words(text)


def alike(typed: str, choices: Iterable[str]) -> dict[str, float]:
    """The few choices that a misspelt or shortened word may stand for, best first, with their likeness."""
    if len(typed) < SHORTEST:
        return {}
    choices = list(choices)
    near = process.extract(typed, choices, scorer=OSA.normalized_similarity, score_cutoff=EDITS, limit=3)
    if not near:
        choices = [choice for choice in choices if len(choice) >= len(typed)]
        near = process.extract(typed, choices, scorer=JaroWinkler.normalized_similarity, score_cutoff=BEGINNING, limit=3)
    return {choice: likeness for choice, likeness, _ in near if likeness >= near[0][1] - NEARLY}


@cache
def synonyms() -> tuple[tuple[str, str], ...]:
    """Pairs: words of our texts, and what players say for them."""
    text = files(__package__).joinpath("synonyms.toml").read_text(encoding="utf-8")
    return tuple((ours, theirs) for ours, theirs in tomllib.loads(text)["synonyms"])


def runs(found: list[str], longest: int) -> Iterator[tuple[str, int]]:
    """Every run of up to so many neighbouring words, written as one, and how many words it has."""
    for start in range(len(found)):
        for end in range(start + 1, min(start + longest, len(found)) + 1):
            yield "".join(found[start:end]).replace(" ", ""), end - start


def _numbered(match: re.Match[str]) -> str:
    place, number = match.groups()
    digit = NUMBERS.get(number, number)
    return f"{place}_{digit if place == 'stage' else ROMAN[digit]}"
