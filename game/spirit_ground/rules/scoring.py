"""The score: gems, spirits and relics (rulings r20 and r21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.spirit_ground.rules.ground import squares
from game.spirit_ground.rules.seats import SEAT_NAMES, SEATS, Seat
from game.spirit_ground.rules.state import State

RELICS = (0, 1, 3, 6, 10, 15)
"""The points for this many relics."""


def scores(g: State) -> dict[str, dict[str, Any]]:
    """Return points, living tiles and rank of each seat."""
    last = None if g.last_relic is None else SEAT_NAMES[g.last_relic]
    return ranking({SEAT_NAMES[seat]: _line(g, seat) for seat in SEATS}, last)


def ranking(lines: Mapping[str, Mapping[str, int]], last: str | None) -> dict[str, dict[str, Any]]:
    """Return the lines with their ranks: by points, then living tiles, then who took a relic `last`."""
    merits = {seat: (line["total"], line["living"], seat == last) for seat, line in lines.items()}
    return {
        seat: {**line, "rank": 1 + sum(other > merits[seat] for other in merits.values())}
        for seat, line in lines.items()
    }


def score_line(gems: int, spirits: int, relics: int, living: int) -> dict[str, int]:
    """Return a seat's line: points for the gems and spirits on its `living` tiles, and for so many relics."""
    points = RELICS[relics]
    return {
        "gems": gems,
        "spirits": spirits,
        "relics": points,
        "total": gems + spirits + points,
        "living": living,
    }


def _line(g: State, seat: Seat) -> dict[str, int]:
    living = list(squares(g.living[seat]))
    gems = sum(g.content.tiles[g.tile[square]].gems for square in living)
    return score_line(gems, sum(g.spirit[square] for square in living), g.taken_relics[seat], len(living))
