"""Seats and rounds: the small vocabulary."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", int)
"""0 or 1; outside of the rules "P1" and "P2"."""

PLAYERS = 2
SEATS = tuple(map(Seat, range(PLAYERS)))
SEAT_NAMES = tuple(f"P{seat + 1}" for seat in SEATS)
SEAT_OF = dict(zip(SEAT_NAMES, SEATS, strict=True))
OTHER = (SEATS[1], SEATS[0])
"""The other seat, by seat."""

LAST_ROUND = 12
"""The round after which the game ends: there are no more rounds than tiles of a tribe (ruling r19)."""
ENOUGH_DEATHS = 6
"""Deaths that end the game (ruling r19)."""
