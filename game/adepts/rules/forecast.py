"""What mines will give and processing will pay as things stand, for those who look ahead (rulings 24 and 30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from game.adepts.rules.bonuses import Citrine, Diamond, Emerald
from game.adepts.rules.gems import GEM_NAMES, GEM_OF, VALUE

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


def processed(view: Mapping[str, Any], seat: str) -> dict[str, int]:
    """The gems that a seat of a view processes next: stage 3 without what a Moratorium holds back (ruling 31)."""
    held = {row["gem"] for row in _in_force(view, seat) if (row["source"], row["seat"]) == ("17A", seat)}
    queue = view["players"][seat]["queue"]
    return {gem: queue[gem][2] for gem in GEM_NAMES if queue[gem][2] and gem not in held}


def paid(view: Mapping[str, Any], seat: str) -> int:
    """The mana that these pay with what is in force (ruling 30).

    That is in phase V of this turn, or of the next one for a seat that has processed already.
    """
    rows, counts = _in_force(view, seat), processed(view, seat)
    named = [(row["source"], row.get("gem")) for row in rows]
    mana = {}
    for gem, count in counts.items():
        worth = Diamond.worth if ("diamond", gem) in named else VALUE[GEM_OF[gem]]
        mana[gem] = count * worth >> named.count(("17B", gem))
    for row in rows:
        if row["source"] == "20B" and row["seat"] != seat and mana:
            mana[max(mana, key=lambda gem: mana[gem])] = 0
    varied = any((row["source"], row["seat"]) == ("16A", seat) for row in rows)
    return sum(mana.values()) + (len(counts) if varied else 0)


def _in_force(view: Mapping[str, Any], seat: str) -> Sequence[Mapping[str, Any]]:
    """The rows that bear on a seat's processing: none once that is over, since they end with the phase."""
    seats, now = list(view["players"]), view["processing"]
    if now is not None:
        first = seats.index(view["first"])
        order = [*seats[first:], *seats[:first]]
        if order.index(seat) < order.index(now):
            return ()
    rows: Sequence[Mapping[str, Any]] = view["effects"]
    return rows
