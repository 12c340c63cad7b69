"""The score: mana, then tokens on the board (ruling r16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.mana_surge.rules.seats import SEAT_NAMES, SEATS
from game.mana_surge.rules.state import State


def scores(g: State) -> dict[str, dict[str, Any]]:
    """Return mana, tokens and rank of each seat."""
    return ranking({SEAT_NAMES[seat]: (g.mana[seat], g.tokens(seat)) for seat in SEATS})


def ranking(counts: Mapping[str, tuple[int, int]]) -> dict[str, dict[str, Any]]:
    """Return the score sheet of seats with so much mana and so many tokens; equal ones share a rank."""
    return {
        seat: {"mana": mana, "tokens": tokens, "rank": 1 + sum(other > (mana, tokens) for other in counts.values())}
        for seat, (mana, tokens) in counts.items()
    }
