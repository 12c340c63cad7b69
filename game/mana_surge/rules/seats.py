"""Seats and colours: the small vocabulary."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", int)
"""0 to 2, in the order in which people sat down; outside of the rules "P1" to "P3"."""

PLAYERS = 3
SEATS = tuple(map(Seat, range(PLAYERS)))
SEAT_NAMES = tuple(f"P{seat + 1}" for seat in SEATS)
SEAT_OF = dict(zip(SEAT_NAMES, SEATS, strict=True))

COLOURS = ("red", "green", "blue")

LAST_TURN = 40
"""The round after which the game ends (ruling r16)."""
ENOUGH = 10
"""Mana that wins at once (ruling r14)."""
