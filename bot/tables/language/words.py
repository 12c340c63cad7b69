"""What is typed, as words: which of them count, which deny, and which words are alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz

LONGEST = 300
"""How many characters of a text are read. No move's name is half as long, and each word costs time."""
ALIKE = 75
"""The similarity, out of 100, from which a word counts as a misspelling of another."""
SURE, SHORT = 85, 4
"""The similarity required if a move is made at once, and the fewest letters of a word that may be misspelt then."""
POLITE = frozenset(("please", "plz", "pls", "just", "only", "exactly"))
FILLERS = frozenset(("a", "an", "the", "my", "your", "its", "of", "on", "onto", "in", "into", "at", "up", "to", "from"))
FILLERS |= POLITE | {"and", "then", "go", "move", "put", "lay", "place", "take", "with", "piece", "token", "it", "want"}
"""Words that people say around a move and that do not distinguish moves."""

DECLINING = frozenset(("nothing", "none", "no", "nope", "nah", "skip", "decline", "pass"))
"""What people say who choose nothing of what is offered."""
KINDLY = frozenset(("thanks", "thx", "thank", "you", "for", "me", "now", "spell", "spells", "them", "these", "those"))
"""Words said along with those."""
DENYING = frozenset(("no", "not", "none", "nothing", "never", "nor", "neither", "without", "except", "instead", "but"))
DENYING |= {"don", "dont", "doesn", "isn", "won", "wont", "cannot", "cant", "t"}
"""Words that say a move is not wanted. "don't" is split in two; of "can't" only the "t" tells it from "can"."""
_ASKING = frozenset(("can", "could", "do", "did", "may", "might", "must", "should", "shall", "will", "would", "am"))
"""After one of these, "I" is the person who asks."""

_OPTION = re.compile(r"^\s*move\s*:\s*", re.IGNORECASE)
_WORD = re.compile(r"-?\d+,-?\d+|[^\W_]+")
_CLITIC = re.compile(r"(?<=\w)['’](?:s|d|m|ll|re|ve)\b")
"""What is left of a word behind an apostrophe, as in "Bob's" and "I'm"; but the "t" of "don't" denies."""
_COUNT = re.compile(r"x(?=\d)")
_NOTATION = re.compile(r"\w[@.+!-]\w|x\d+!")
"""What occurs in tokens but not in ordinary words. Legal tokens are recognised before; a text with any other is not
read as words."""
_NUMBERED = re.compile(r"# *(\d+)\b")

NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
NUMBERS |= {"six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10"}
"""Numbers as words."""


def unnamed(typed: str) -> str:
    """Return the text without a leading option name as in "move:2 miners", in case that was pasted along."""
    return _OPTION.sub("", typed)


def begins(word: str, piece: str) -> bool:
    return word.startswith(piece)


def resembles(word: str, piece: str) -> bool:
    return word.startswith(piece) or fuzz.ratio(word, piece) >= ALIKE


def words(text: str) -> list[str]:
    """Return the words of a text in lower case. A hex such as "-1,2" is one word; "2x3" is "2x" and "3"; "Bob's" is
    "bob"."""
    return _WORD.findall(_COUNT.sub("x ", _CLITIC.sub("", text.lower())))


def figures(wanted: Iterable[str]) -> list[str]:
    """Return the words with figures in place of numbers as words."""
    return [NUMBERS.get(word, word) for word in wanted]


def folded(text: str) -> str:
    """Return a text in a form for comparison: without signs, upper case and repeated spaces."""
    plain = "".join(" " if unicodedata.category(each) in ("So", "Mn") else each for each in text)
    return " ".join(plain.lower().split())


def telling(wanted: Sequence[str]) -> list[str]:
    """Return the words that distinguish moves. "I" does, except at the beginning of a sentence or in a question."""
    before = ["", *wanted]
    return [
        word
        for last, word in zip(before, wanted, strict=False)
        if word not in FILLERS and not (word == "i" and (not last or last in _ASKING))
    ]


def bare(typed: str) -> str:
    """Return the text without words that do not distinguish moves: "on 2c please" as "2c". It is "" if something is
    denied."""
    return "" if is_denying(typed) or is_notation(typed) else " ".join(telling(words(typed)))


def is_same(word: str, piece: str) -> bool:
    """Return whether somebody means this word, with so little doubt that a move may be made of it."""
    if word == piece:
        return True
    is_long = piece.isalpha() and word.isalpha() and min(len(word), len(piece)) >= SHORT and word[0] == piece[0]
    return is_long and fuzz.ratio(word, piece) >= SURE


def is_denying(typed: str) -> bool:
    """Return whether the text has a word that denies, so that what it names is not wanted."""
    return not DENYING.isdisjoint(words(typed))


def is_notation(typed: str) -> bool:
    """Return whether the text has a part that looks like a token, so that it is not read as words."""
    return _NOTATION.search(typed) is not None


def numbered(typed: str) -> set[str]:
    """Return the numbers that name one of several things and count none, such as the 3 of "ruby #3"."""
    return {*_NUMBERED.findall(typed)}
