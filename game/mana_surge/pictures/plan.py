"""Where the hexes of a board lie in a picture, in pixels."""

from __future__ import annotations

from functools import cache
from math import sqrt

from drawing import lettering
from drawing.shapes import Point
from game.mana_surge.rules.boards import Board
from game.mana_surge.rules.hexes import lengths

WIDTH = 1000
"""The width of a picture, unless its board has too many hexes in a row for that."""
MARGIN = 8
LARGEST, SMALLEST = 150, 76
"""The largest and the smallest width of a hex; a smaller one has no room for its name."""
NAME, ROOMY = 32, 130
"""The size of hex names, and the hex width from which it is used; on smaller hexes names have the smallest size
allowed."""


class Plan:
    """The layout of a map.

    Hexes stand on a corner, `hex` wide and `tall` high; rows are three quarters of `tall` apart. `name` is the text
    size of their names. `centres` are the centres of hexes by name, measured from the map's upper left corner; the map
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
        """Return this many hundredths of a hex's width, in pixels."""
        return round(self.hex * of / 100)


@cache
def plan(board: Board) -> Plan:
    """Return the layout of a board; computed once for each."""
    return Plan(board)
