"""What mines will give in phase II as things stand, for those who look ahead (rulebook, Phase II; ruling 24)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from game.adepts.rules.bonuses import Citrine, Emerald

S = TypeVar("S")
"""A seat, by index or by name."""


def dug(parties: Sequence[tuple[S, int] | None], stock: int, citrine: S | None, enriched: bool) -> list[int]:
    """The gems that a mine gives to who is inside and on its sites I, II, III, in this order.

    `parties` are seats and miners, as in a view; `citrine` is the seat of the citrine adept; `enriched` is whether the
    emerald adept has named this mine.
    """
    given = []
    for number, party in enumerate(parties):
        wanted = 0
        if party is not None:
            seat, wanted = party
            if number and enriched:
                wanted += Emerald.extra_gems
            if number and seat == citrine:
                wanted += Citrine.extra_gems
        given.append(min(wanted, stock))
        stock -= given[-1]
    return given
