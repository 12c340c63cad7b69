"""What it is worth to change who is at the mines before phase II."""

from __future__ import annotations

from game.adepts.players.greedy.mines import Parties
from game.adepts.players.greedy.observation import Observation
from game.adepts.rules.gems import Gem


def change(s: Observation, mine: Gem, parties: Parties, taken: int = 0, enriched: bool = False) -> float:
    """Return what it is worth if `parties` are at a mine, after this seat has taken `taken` gems of its stock at
    once."""
    return s.prospects[mine].change(parties, taken, enriched)
