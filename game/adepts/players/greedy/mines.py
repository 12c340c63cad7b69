"""Who is at a mine, and the gems that each seat gets from it in phase II."""

from __future__ import annotations

from game.adepts.rules.forecast import dug
from game.adepts.rules.gems import Seat

Party = tuple[Seat, int]
Parties = tuple[Party | None, ...]
"""Who is inside a mine and on its sites I, II, III."""


def output(seats: int, parties: Parties, stock: int, citrine: Seat | None, enriched: bool) -> list[int]:
    """Return the gems that each of `seats` seats gets from a mine; `citrine` is who holds that adept card."""
    gems = [0] * seats
    if not any(parties):
        return gems
    for party, given in zip(parties, dug(parties, stock, citrine, enriched), strict=True):
        if party:
            gems[party[0]] += given
    return gems


def with_party(parties: Parties, number: int, party: Party | None) -> Parties:
    """Return the parties with this one on a site."""
    return (*parties[:number], party, *parties[number + 1 :])


def with_fewer(parties: Parties, number: int, miners: int) -> Parties:
    """Return the parties after some miners have left a site."""
    party = parties[number]
    left = party[1] - miners if party else 0
    return with_party(parties, number, (party[0], left) if party and left > 0 else None)


def with_more(parties: Parties, number: int, seat: Seat, miners: int) -> Parties:
    """Return the parties after some miners of a seat have joined its site."""
    party = parties[number]
    return with_party(parties, number, (seat, miners + (party[1] if party else 0)))
