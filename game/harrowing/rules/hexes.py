"""Hexes with pointed tops, in axial coordinates "q,r" (notation, "Hexes"). Each is a single integer, ordered as in the
notation: by r, then q."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

FAR = 40
"""A bound on coordinates, further from the core than forty tiles reach."""
WIDTH = 2 * FAR + 1
CORE = FAR * WIDTH + FAR
"""The hex 0,0, where the core lies (ruling r2)."""
STEPS = (1, 1 - WIDTH, -WIDTH, -1, WIDTH - 1, WIDTH)
"""The steps to the six neighbours, each beside the one before: right, then counterclockwise."""
_NAME = re.compile(r"(0|-?[1-9]\d?),(0|-?[1-9]\d?)")


class _Beside(dict[int, tuple[int, ...]]):
    """The neighbours of each hex, computed on first use."""

    def __missing__(self, hex: int) -> tuple[int, ...]:
        found = self[hex] = tuple([hex + step for step in STEPS])
        return found


class _Names(dict[int, str]):
    """The name of each hex, computed on first use."""

    def __missing__(self, hex: int) -> str:
        q, r = axial(hex)
        found = self[hex] = f"{q},{r}"
        return found


BESIDE = _Beside()
NAMES = _Names()


def axial(hex: int) -> tuple[int, int]:
    """Return q and r of a hex."""
    return hex % WIDTH - FAR, hex // WIDTH - FAR


def number(q: int, r: int) -> int:
    """Return the hex at q, r."""
    return (r + FAR) * WIDTH + q + FAR


@lru_cache(8192)
def read(name: str) -> int | None:
    """Return a hex by its name; None if the text is no name or the hex is too far out.

    >>> NAMES[read("1,-1")]
    '1,-1'
    """
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    q, r = int(found[1]), int(found[2])
    return number(q, r) if max(abs(q), abs(r)) < FAR else None


def turned(hexes: Sequence[int]) -> tuple[int, ...]:
    """Return three mutually adjacent hexes in clockwise order: with two in the upper row left, right, lower; with one
    upper, lower right, lower left."""
    one, two, three = sorted(hexes)
    upper_two = one // WIDTH == two // WIDTH
    return (one, two, three) if upper_two else (one, three, two)


def bits(found: int) -> list[int]:
    """Return the members of a set, in ascending order."""
    members = []
    while found:
        low = found & -found
        members.append(low.bit_length() - 1)
        found ^= low
    return members
