"""What the mines will give in phase II, and what it is worth to change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.greedy.worth import swing
from game.adepts.forecast import dug
from game.adepts.gems import CITRINE, Gem, Seat

if TYPE_CHECKING:
    from agents.greedy.sight import Sight

Party = tuple[Seat, int]
Parties = tuple[Party | None, ...]
"""Who is inside a mine and on its sites I, II, III."""


def output(s: Sight, parties: Parties, stock: int, enriched: bool) -> list[int]:
    """The gems that each seat gets of a mine."""
    gems = [0] * len(s.seats)
    for party, given in zip(parties, dug(parties, stock, s.adepts[CITRINE], enriched), strict=True):
        if party:
            gems[party[0]] += given
    return gems


def coming_gems(s: Sight, mine: Gem) -> list[int]:
    """The gems that each seat is about to get of a mine."""
    return output(s, s.parties[mine], s.stocks[mine], mine in s.enriched)


def change(s: Sight, mine: Gem, parties: Parties, taken: int = 0, enriched: bool = False) -> float:
    """What it is worth to change who is at a mine, after this seat has `taken` gems of its stock at once."""
    taken = min(taken, s.stocks[mine])
    gems = output(s, parties, s.stocks[mine] - taken, enriched or mine in s.enriched)
    gems[s.me] += taken
    before = s.coming[mine]
    return sum(swing(s, seat, mine, gems[seat] - before[seat]) for seat in s.seats if gems[seat] != before[seat])


def with_party(parties: Parties, number: int, party: Party | None) -> Parties:
    """The parties with another one on a site."""
    return (*parties[:number], party, *parties[number + 1 :])


def with_fewer(parties: Parties, number: int, miners: int) -> Parties:
    """The parties after some miners have left a site."""
    party = parties[number]
    left = party[1] - miners if party else 0
    return with_party(parties, number, (party[0], left) if party and left > 0 else None)


def with_more(parties: Parties, number: int, seat: Seat, miners: int) -> Parties:
    """The parties after some miners of a seat have joined its site."""
    party = parties[number]
    return with_party(parties, number, (seat, miners + (party[1] if party else 0)))
