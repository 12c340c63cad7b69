"""Turns what was typed, and our own texts alike, into the terms that are compared: numbers unified, fillers left
out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

from game.core.text.names import COMPUTER

LONGEST = 200
"""Characters of a query that are read."""

_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
_NUMBERS |= {"six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10"}
_MUST = re.compile(r"\b(?:have|has|need|got|obliged|forced) to\b")
_HOW_MANY = re.compile(r"\b(?:how (?:many|much)|number of|count of)\b")
_SIGNED = re.compile(r"(?<![^\s(])[+\-−](?=\d)")
"""A sign right before a number, with nothing but a space or bracket before it."""
_WORD = re.compile(rf"(?<!\w)[x×](?=\d)|[^\W_]+|(?<=\d)(?:[/:](?=\d)|,(?=-\d))|{COMPUTER}")
_APOSTROPHES = str.maketrans("", "", "'’")

SHORTEST = 3
"""Letters that a word must have to count as misspelt."""
EDITS, BEGINNING = 0.72, 0.85
"""Minimum likeness (0 to 1) by edit distance; if no choice reaches it, by common beginning (Jaro-Winkler)."""
SHORT_EDITS = 0.74
"""Minimum likeness of words of three letters: one letter may be missing, no other error."""
NEARLY = 0.08
"""Choices this much less alike than the best one are still meant too."""


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, without apostrophes. "+1" gives "plus" and "1", "x3" "x" and "3"; what
    stands between two numbers, as in "2/1", "4:6" and "1,-1", is a word, and so is the computer players' sign."""
    return _WORD.findall(_SIGNED.sub(_sign, text.lower().translate(_APOSTROPHES)))


def _sign(found: re.Match[str]) -> str:
    return "plus " if found[0] == "+" else "minus "


def squeezed(text: str) -> str:
    """Return a name in the form in which names are compared: its words, nothing in between."""
    return "".join(words(text))


def plain(found: Iterable[str], tidied: Callable[[str], str] = str) -> str:
    """Return the words as one text in which the same thing is always written alike; `tidied` does this for a game's own
    things.

    Numbers become digits, "number of" "how_many", "can't" "not", "have to" "must", "drawn" "draw".
    """
    text = " ".join(regular(word) for word in found)
    text = _several().sub(lambda match: _said()[match[0]], text)
    return _HOW_MANY.sub("how_many", _MUST.sub("must", tidied(text)))


def regular(word: str) -> str:
    """Return a word as it is written in a `plain` text."""
    return "not" if word in negations() else _NUMBERS.get(word) or irregular().get(word, word)


def terms(text: str) -> list[str]:
    """Return the words of a `plain` text, each once, without fillers; with them if there is nothing else."""
    found = list(dict.fromkeys(text.split()))
    return [term for term in found if term not in fillers()] or found


def alike(typed: str, choices: Iterable[str], least: float = EDITS) -> dict[str, float]:
    """Return up to three choices that a misspelt or shortened word may mean, best first, with their likeness (0 to
    1)."""
    if len(typed) < SHORTEST:
        return {}
    choices = list(choices)
    least = max(least, SHORT_EDITS if len(typed) == SHORTEST else 0.0)
    near = process.extract(typed, choices, scorer=OSA.normalized_similarity, score_cutoff=least, limit=3)
    if not near and len(typed) > SHORTEST and least <= EDITS:
        choices = [choice for choice in choices if len(choice) >= len(typed)]
        near = process.extract(
            typed, choices, scorer=JaroWinkler.normalized_similarity, score_cutoff=BEGINNING, limit=3
        )
    return {choice: likeness for choice, likeness, _ in near if likeness >= near[0][1] - NEARLY}


@cache
def fillers() -> frozenset[str]:
    """Words that say nothing about what is wanted."""
    return frozenset(_table()["fillers"].split())


@cache
def light() -> frozenset[str]:
    """Words that say little."""
    return frozenset(_table()["light"].split())


@cache
def negations() -> frozenset[str]:
    """Words that are read as "not"."""
    return frozenset(_table()["negations"].split())


@cache
def grammar() -> frozenset[str]:
    """Words that change what stands beside them."""
    return frozenset(_table()["grammar"].split()) | negations()


@cache
def slight() -> frozenset[str]:
    """Words that tell what kind of answer is wanted rather than what it is about."""
    return frozenset(_table()["slight"].split())


@cache
def comparing() -> frozenset[str]:
    """Words that ask for the difference between things that are named."""
    return frozenset(_table()["comparing"].split())


@cache
def irregular() -> dict[str, str]:
    """Maps irregular forms to verbs, where the stemmer does not know them, and other spellings to words."""
    rows = (row.split() for row in _table()["irregular"].split(","))
    return {form: verb for verb, *forms in rows for form in forms}


@cache
def _said() -> dict[str, str]:
    """Maps expressions of several words to the one word that they are read as."""
    return {
        " ".join(map(regular, words(run))): word for word, runs in _table()["said"].items() for run in runs.split(",")
    }


@cache
def _several() -> re.Pattern[str]:
    runs = sorted(_said(), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(runs)})\b")


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))
