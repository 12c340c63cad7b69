"""Dice, pools and rolls: how they are read and written (rules, "Dice and steps")."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from game.core.errors import Refused, quoted


class Die(IntEnum):
    """A die by its number of sides; sizes are one *step* apart."""

    D4 = 4
    D6 = 6
    D8 = 8
    D10 = 10
    D12 = 12

    def __str__(self) -> str:
        return f"d{self.value}"

    @property
    def rank(self) -> int:
        """Steps above d4."""
        return (self - Die.D4) // 2

    @property
    def up(self) -> Die:
        """The die one step larger. Must not be read of a d12."""
        return Die(self + 2)

    @property
    def down(self) -> Die | None:
        """The die one step smaller; None for a d4, which is gone when stepped down."""
        return None if self is Die.D4 else Die(self - 2)


Pool = tuple[Die, ...]
"""Dice in ascending order."""

MOST = 30
"""The most dice of a pool."""

NONE = "-"
"""How an empty pool is written."""

_SIDES = frozenset(map(int, Die))

POSSIBLE = f"dice are {' '.join(map(str, Die))}"


class Rolled(NamedTuple):
    """A rolled die and what it shows."""

    die: Die
    value: int

    @property
    def hitch(self) -> bool:
        return self.value == 1


# --- writing


def written(dice: Iterable[Die]) -> str:
    """Write dice as a pool, ascending, equal ones together: "2d6 d8"; "-" for none."""
    pool = sorted(dice)
    counts = {die: pool.count(die) for die in pool}
    return " ".join(f"{count if count > 1 else ''}{die}" for die, count in counts.items()) or NONE


def descending(dice: Iterable[Die]) -> str:
    """Write effect dice one by one, the largest first: "d10 d8"; "-" for none."""
    return " ".join(map(str, sorted(dice, reverse=True))) or NONE


# --- reading


_GAPS = re.compile(r"[\s,+]+")
_TERM = re.compile(r"(?:([0-9]*)d)?([0-9]+)", re.IGNORECASE)
_ROLLED = re.compile(r"d([0-9]+):([0-9]+)", re.IGNORECASE)
_LONGEST = 4
"""Digits of a number that are read, enough to show that it is too large: `int` refuses some thousands of digits."""


@lru_cache(1000)
def pool_of(text: str, *, none: bool = False) -> Pool:
    """Read a pool: "2d6 d8", in any order, also "D8", "8", with commas or plus signs, and with words as labels.

    `none`: whether an empty pool is allowed, written "-" or not at all. Raises Refused: `size` for no such die, `count`
    for none of a kind or more than thirty dice, `syntax` for a word with a digit that is no die, `empty`.
    """
    pool: list[Die] = []
    for word in _words(text):
        term = _TERM.fullmatch(word)
        if term:
            die, count = _sized(term[2], word), _number(term[1] or "1")
            if not 1 <= count <= MOST:
                raise Refused("count", f"{quoted(word)}: a pool has 1 to {MOST} dice")
            pool += [die] * count
        elif any(sign.isdigit() for sign in word):
            raise Refused("syntax", f"{quoted(word)} is not a die: write d8 or 2d8; {POSSIBLE}")
    if len(pool) > MOST:
        raise Refused("count", f"{quoted(text)} has {len(pool)} dice: a pool has 1 to {MOST}")
    if not pool and not (none and text.strip() in ("", NONE)):
        raise Refused("empty", f"{quoted(text)} has no dice: write such as 2d6 d8; {POSSIBLE}")
    return tuple(sorted(pool))


@lru_cache(1000)
def die_of(text: str) -> Die:
    """Read one die: "d8", "D8" or "8". Raises Refused: `size`, `syntax`, `empty`, `die` for more than one."""
    pool = pool_of(text)
    if len(pool) > 1:
        raise Refused("die", f"{quoted(text)}: one die is wanted; {POSSIBLE}")
    return pool[0]


def some_die_of(text: str) -> Die | None:
    """Read one die, or None for "-". Raises Refused as `die_of` does."""
    return die_of(text) if text.strip() != NONE else None


def roll_of(text: str) -> tuple[Rolled, ...]:
    """Read a roll, die by die, in its own order: "d8:5 d6:1".

    Raises Refused: `syntax`, `size`, `value` for a number that the die cannot show, `empty`, `count` for more than
    thirty dice.
    """
    words = _words(text)
    if not words or words == [NONE]:
        raise Refused("empty", f"{quoted(text)} is not a roll: write each die with what it shows, such as d8:5 d6:1")
    if len(words) > MOST:
        raise Refused("count", f"{quoted(text)} has {len(words)} dice: a roll has 1 to {MOST}")
    return tuple(map(_rolled, words))


def _rolled(word: str) -> Rolled:
    found = _ROLLED.fullmatch(word)
    if not found:
        raise Refused("syntax", f"{quoted(word)} is not a rolled die: write each with what it shows, such as d8:5 d6:1")
    die, value = _sized(found[1], word), _number(found[2])
    if not 1 <= value <= die:
        raise Refused("value", f"{quoted(word)}: a {die} shows 1 to {die.value}")
    return Rolled(die, value)


def _words(text: str) -> list[str]:
    return [word for word in _GAPS.split(text) if word]


def _number(figures: str) -> int:
    return int(figures[:_LONGEST])  # a longer number is out of range in any case


def _sized(figures: str, word: str) -> Die:
    sides = _number(figures)
    if sides not in _SIDES:
        raise Refused("size", f"{quoted(word)}: {POSSIBLE}")
    return Die(sides)
