"""The layout of hexes in a picture: as large as the extent of the field allows."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from drawing.shapes import Point

Hex = tuple[int, int]

WIDTH = 1000
MARGIN = 10
LARGEST, SMALLEST = 224, 84
"""The largest and the smallest width of a hex. With smaller ones the picture would have to be wider."""
HIGH = 1150
"""The height in pixels from which a tall field gets smaller hexes."""


class Lay:
    """The layout of a field.

    Hexes stand on a corner, `wide` across and `tall` high; rows are three quarters of `tall` apart. `middle` gives the
    centre of a hex, measured from the upper left corner of the field, which is WIDTH wide and `height` high.
    """

    def __init__(self, hexes: Iterable[Hex]) -> None:
        lies = list(hexes) or [(0, 0)]
        across = [q + r / 2 for q, r in lies]
        down = [r for _, r in lies]
        columns, rows = max(across) - min(across) + 1, max(down) - min(down) + 1
        by_width = (WIDTH - 2 * MARGIN) / columns
        by_height = HIGH * sqrt(3) / 2 / (0.75 * (rows - 1) + 1)
        self.wide = int(max(SMALLEST, min(LARGEST, by_width, by_height))) // 2 * 2
        self.tall = self.wide * 2 / sqrt(3)
        self.height = round(self.tall * (0.75 * (rows - 1) + 1)) + 2 * MARGIN
        self._x = WIDTH / 2 - (max(across) + min(across)) / 2 * self.wide
        self._y = MARGIN + self.tall / 2 - min(down) * self.tall * 0.75

    def middle(self, hex: Hex) -> Point:
        """Return the centre of a hex."""
        q, r = hex
        return self._x + (q + r / 2) * self.wide, self._y + r * self.tall * 0.75
