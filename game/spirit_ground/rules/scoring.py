"""The score: gems, spirits and relics (rulings r20 and r21)."""

from __future__ import annotations

from typing import Any

from game.spirit_ground.rules.ground import squares
from game.spirit_ground.rules.seats import OTHER, SEAT_NAMES, SEATS, Seat
from game.spirit_ground.rules.state import State

RELICS = (0, 1, 3, 6, 10, 15)
"""The points for this many relics."""


def scores(g: State) -> dict[str, dict[str, Any]]:
    """Return points, living tiles and rank of each seat."""
    lines = [_line(g, seat) for seat in SEATS]
    ranks = [_rank(g, seat, lines) for seat in SEATS]
    return {SEAT_NAMES[seat]: {**lines[seat], "rank": ranks[seat]} for seat in SEATS}


def _line(g: State, seat: Seat) -> dict[str, int]:
    living = list(squares(g.living[seat]))
    gems = sum(g.content.tiles[g.tile[square]].gems for square in living)
    spirits = sum(g.spirit[square] for square in living)
    relics = RELICS[g.taken_relics[seat]]
    return {
        "gems": gems,
        "spirits": spirits,
        "relics": relics,
        "total": gems + spirits + relics,
        "living": len(living),
    }


def _rank(g: State, seat: Seat, lines: list[dict[str, int]]) -> int:
    """Return the rank of a seat: by points, then living tiles, then who took a relic last."""
    mine, theirs = ((line["total"], line["living"]) for line in (lines[seat], lines[OTHER[seat]]))
    if mine == theirs:
        return 2 if g.last_relic == OTHER[seat] else 1
    return 1 if mine > theirs else 2
