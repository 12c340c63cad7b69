"""The score: mana, then tokens on the board (ruling r16)."""

from __future__ import annotations

from typing import Any

from game.mana_surge.rules.seats import SEAT_NAMES, SEATS
from game.mana_surge.rules.state import State


def scores(g: State) -> dict[str, dict[str, Any]]:
    """Return mana, tokens and rank of each seat; equal ones share a rank."""
    lines = [(g.mana[seat], g.tokens(seat)) for seat in SEATS]
    return {
        SEAT_NAMES[seat]: {"mana": mana, "tokens": tokens, "rank": 1 + sum(other > (mana, tokens) for other in lines)}
        for seat, (mana, tokens) in zip(SEATS, lines, strict=True)
    }
