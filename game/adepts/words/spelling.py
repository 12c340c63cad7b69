"""Moves in people's own words: what they spell, whether the rules allow it or not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS
from game.core.decisions import Decision
from game.core.english import plural

_WORD = re.compile(r"\d+|[^\W\d_]+")
_MINERS = frozenset(("miner", "miners"))
_INSIDE = frozenset(("inside", "in", "into"))
_AROUND = (
    _MINERS | _INSIDE | {"put", "assign", "send", "place", "add", "group", "site", "mine", "work", "free", "number"}
)
_AROUND |= {"to", "on", "onto", "at", "of", "the", "a", "my", "with", "please", "x", "for", "and"}
_ORDER = {"i": 1, "ii": 2, "iii": 3, "first": 1, "second": 2, "third": 3}
"""How sites are numbered, and nothing else."""
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_MINES = {word: gem for gem in GEM_NAMES for word in (gem, plural(gem))}
_CASTING = frozenset(("cast", "casting", "play", "use", "spell", "the", "please", "i", "want", "to"))
_SPELLS = {spell.name.lower(): id for id, spell in SPELLS.items()}
_ALIKE = 0.8
"""From here on a word counts as a misspelling of another."""


def spelled(decision: Decision, typed: str) -> str:
    """The kind and token that somebody means who types such words; empty if that cannot be told.

    "Put three miners on the second citrine site", "4 emerald I", "cast transmission".
    """
    words = _WORD.findall(typed.lower())
    if decision.kind in ("assign", "again", "enter", "place"):
        return next((f"{decision.kind} {token}" for token in _groups(decision, words)), "")
    if decision.kind == "cast" and (spell := _spell(words)):
        return f"cast {spell}"
    return ""


def _groups(decision: Decision, words: Sequence[str]) -> Iterator[str]:
    """Miners on a site of a mine, or inside: of both ways to read two plain numbers those that the rules allow; none if
    both are."""
    gems = [gem for word in words if (gem := _named(word, _MINES))]
    sites = [_ORDER[word] for word in words if word in _ORDER]
    counts = [number for word in words if (number := _number(word)) is not None]
    if len(gems) != 1 or len(words) > len(gems + sites + counts) + sum(word in _AROUND for word in words):
        return
    if decision.kind == "enter" and _INSIDE.intersection(words) and not sites:
        sites = [0]
    if len(sites) == 1 and len(counts) == 1:
        yield f"{gems[0]}.{sites[0]}x{counts[0]}"
    elif not sites and len(counts) == 2:
        told = _told_apart(words, counts)
        ways = [f"{gems[0]}.{site}x{count}" for count, site in ([told] if told else [counts, counts[::-1]])]
        allowed = [way for way in ways if way in decision.tokens]
        yield from ways if len(ways) == 1 else allowed if len(allowed) == 1 else []


def _told_apart(words: Sequence[str], numbers: Sequence[int]) -> Sequence[int]:
    """Of two numbers the miners and the site, where "miners" or "x" say which is which; else nothing."""
    at = [n for n, word in enumerate(words) if _number(word) is not None]
    if any(words[n + 1 : n + 2] and words[n + 1] in _MINERS for n in at[:1]):
        return numbers
    if any(words[n + 1 : n + 2] and words[n + 1] in _MINERS for n in at[1:]):
        return numbers[::-1]
    return numbers[::-1] if "x" in words[at[0] : at[1]] else ()


def _spell(words: Iterable[str]) -> str:
    """The spell that these words name, by its name or its number; empty if none."""
    said = [word for word in words if word not in _CASTING]
    number = "".join(said).upper()
    return number if number in SPELLS else _named(" ".join(said), _SPELLS)


def _named(text: str, known: Mapping[str, str]) -> str:
    """What the text is a name of, if need be misspelt."""
    alike = [text] if text in known else get_close_matches(text, known, 1, _ALIKE)
    return known[alike[0]] if alike else ""


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() else _NUMBERS.get(word)
