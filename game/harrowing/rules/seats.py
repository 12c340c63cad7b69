"""Seats: the small vocabulary."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", int)
"""0 to 3; outside of the rules "P1" to "P4". They sit clockwise (ruling r1)."""

FEWEST, MOST = 2, 4
SEAT_NAMES = ("P1", "P2", "P3", "P4")
SEAT_OF = {name: Seat(number) for number, name in enumerate(SEAT_NAMES)}


def clockwise(players: int, first: int) -> tuple[Seat, ...]:
    """Return all seats from this one on, in player order (ruling r1)."""
    return tuple([Seat((first + step) % players) for step in range(players)])
