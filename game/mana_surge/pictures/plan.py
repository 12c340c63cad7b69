"""Where the hexes of a board lie in a picture, in pixels."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt

from drawing import lettering
from drawing.shapes import Point
from game.mana_surge.rules.boards import Board
from game.mana_surge.rules.hexes import lengths

WIDTH = 1000
"""Of a picture, unless its board has more hexes in a row than it holds."""
MARGIN = 8
LARGEST, SMALLEST = 150, 76
"""How wide a hex is at most and at least: on a smaller one its name has no room."""
NAME, ROOMY = 32, 130
"""How large the name of a hex is that is so wide at least; on a smaller one it is as small as text may be."""


class Plan:
    """Hexes stand on a corner: `hex` wide, `tall` high, from row to row three quarters of that.

    `name` is the size of their names; `centres` are those of the hexes by name, from the upper left of the map, which
    is `width` wide and `height` high.
    """

    def __init__(self, board: Board) -> None:
        rows = lengths(board.side)
        self.hex = max(SMALLEST, min(LARGEST, (WIDTH - 2 * MARGIN) // max(rows))) // 2 * 2
        self.tall = self.hex * 2 / sqrt(3)
        self.name = NAME if self.hex >= ROOMY else lettering.SMALLEST
        self.width = max(WIDTH, self.hex * max(rows) + 2 * MARGIN)
        self.height = round(self.tall * (0.75 * (len(rows) - 1) + 1))
        names = iter(board.names)
        self.centres: dict[str, Point] = {
            next(names): (
                self.width / 2 + self.hex * (i - (length - 1) / 2),
                self.tall * (0.5 + 0.75 * row),
            )
            for row, length in enumerate(rows)
            for i in range(length)
        }

    def share(self, of: float) -> int:
        """So many hundredths of a hex's width."""
        return round(self.hex * of / 100)


@cache
def plan(board: Board) -> Plan:
    """Made once for each board."""
    return Plan(board)


def outline(radius: float, centre: Point) -> list[Point]:
    """A hexagon that stands on a corner."""
    x, y = centre
    return [(x + radius * sin(pi * i / 3), y - radius * cos(pi * i / 3)) for i in range(6)]
