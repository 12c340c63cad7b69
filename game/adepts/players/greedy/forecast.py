"""What it is worth to change who is at the mines before phase II."""

from __future__ import annotations

from game.adepts.players.greedy.mines import Parties, output
from game.adepts.players.greedy.observation import Observation
from game.adepts.players.greedy.worth import swing
from game.adepts.rules.gems import CITRINE, Gem


def change(s: Observation, mine: Gem, parties: Parties, taken: int = 0, enriched: bool = False) -> float:
    """What it is worth to change who is at a mine, after this seat has `taken` gems of its stock at once."""
    taken = min(taken, s.stocks[mine])
    stock = s.stocks[mine] - taken
    gems = output(len(s.seats), parties, stock, s.adepts[CITRINE], enriched or mine in s.enriched)
    gems[s.me] += taken
    before = s.coming[mine]
    return sum(swing(s, seat, mine, gems[seat] - before[seat]) for seat in s.seats if gems[seat] != before[seat])
