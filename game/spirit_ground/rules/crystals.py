"""Crystals as tokens: ``energyx3+spirit``; and all ways to pay and to enhance, computed once."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from game.core.decisions import PASS

ENERGY, SPIRIT = "energy", "spirit"
KEPT = 4
"""The most crystals left in storage at the end of a turn (ruling r12)."""


class Crystals(NamedTuple):
    """A number of crystals of each kind."""

    energy: int = 0
    spirit: int = 0

    @property
    def total(self) -> int:
        """The number of both kinds together."""
        return self.energy + self.spirit


NONE = Crystals()

_SOME = r"(?:x(?:[2-9]|[1-9][0-9]))?"
_TOKEN = re.compile(rf"(?:({ENERGY}{_SOME})(?:\+({SPIRIT}{_SOME}))?|({SPIRIT}{_SOME}))")


@cache
def write(some: Crystals) -> str:
    """Return crystals as a token; none are `pass`."""
    parts = [
        name if count == 1 else f"{name}x{count}"
        for name, count in ((ENERGY, some.energy), (SPIRIT, some.spirit))
        if count
    ]
    return "+".join(parts) or PASS


@lru_cache(1 << 12)  # what people type is read too
def read(token: str) -> Crystals | None:
    """Return the crystals that a token names; None for other texts."""
    if token == PASS:
        return NONE
    found = _TOKEN.fullmatch(token)
    if not found:
        return None
    energy, both, alone = found.groups()
    return Crystals(_count(energy), _count(both or alone))


def _count(part: str | None) -> int:
    if part is None:
        return 0
    _, _, number = part.partition("x")
    return int(number or 1)


@cache
def payments(cost: int, energy: int, spirit: int) -> tuple[str, ...]:
    """Return the ways to pay exactly this cost from so many crystals, at least one of them a spirit (ruling r8)."""
    return tuple(
        write(Crystals(cost - spirits, spirits))
        for spirits in range(1, min(cost, spirit) + 1)
        if cost - spirits <= energy
    )


@cache
def enhancements(energy: int, spirit: int) -> tuple[str, ...]:
    """Return what may go from a storage onto the new tile so that at most four crystals are left (ruling r12); `pass`,
    if allowed, comes last."""
    ways = [
        write(Crystals(e, s))
        for s in range(spirit + 1)
        for e in range(energy + 1)
        if (e or s) and energy - e + spirit - s <= KEPT
    ]
    return (*ways, PASS) if energy + spirit <= KEPT else tuple(ways)
