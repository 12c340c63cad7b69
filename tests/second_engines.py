"""What the second engines of Mana Surge, Spirit Ground and The Harrowing share: chance as the notation has it, and what
is told. (That of Adepts stands alone.)"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from game.core.decisions import Event

T = TypeVar("T")


class Told(NamedTuple):
    """What happened, as an event tells it."""

    kind: str
    seat: str | None
    data: dict[str, Any]
    reveals: bool = False


def told(events: Sequence[Event]) -> list[Told]:
    """Return the events of a game that tells nothing in secret as its second engine tells them."""
    assert not any(event.to for event in events), "everything is told to everybody"
    return [Told(event.kind, event.seat, dict(event.data), event.reveals) for event in events]


def order(seed: str, use: int, items: Sequence[T]) -> list[T]:
    """Return the items in an order by chance (notation, "Chance")."""
    ranks = [sha256(f"{seed}/{use}/{i}".encode()).hexdigest() for i in range(len(items))]
    return [items[i] for i in sorted(range(len(items)), key=ranks.__getitem__)]
