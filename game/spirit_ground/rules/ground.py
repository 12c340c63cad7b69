"""The ground: twenty-five squares, which of them lie beside or corner to corner with each other, and eight directions
(ruling r1).

A square is a number in square order, from 0 (a1); a set of squares is an integer with their bits.
"""

from __future__ import annotations

from collections.abc import Iterator

SIDE = 5
COUNT = SIDE * SIDE
ALL = (1 << COUNT) - 1
ROWS = "abcde"

NAMES = tuple(f"{row}{column}" for row in ROWS for column in range(1, SIDE + 1))
INDEX = {name: square for square, name in enumerate(NAMES)}
BITS = {name: 1 << square for square, name in enumerate(NAMES)}

DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""Clockwise from north; rows go down."""
STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
TOPS = ("n", "e", "s", "w")
"""Where the top of a tile can face; each is a clockwise quarter turn from the one before, and turns the arrows with
it."""


def neighbour(square: int, direction: int) -> int | None:
    """Return the square next to one in a direction (0 to 7, from north clockwise); None off the ground."""
    row, column = square // SIDE + STEPS[direction][0], square % SIDE + STEPS[direction][1]
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else None


def _towards(square: int, directions: range) -> tuple[int, ...]:
    found = (neighbour(square, direction) for direction in directions)
    return tuple(sorted(each for each in found if each is not None))


SIDES = tuple(_towards(square, range(0, 8, 2)) for square in range(COUNT))
"""The squares beside each square, in square order: two to four."""
BESIDE = tuple(sum(1 << each for each in found) for found in SIDES)
"""The squares beside each square, as sets."""
CORNERS = tuple(sum(1 << each for each in _towards(square, range(1, 8, 2))) for square in range(COUNT))
"""The squares corner to corner with each square, as sets."""
AROUND = tuple(beside | corner for beside, corner in zip(BESIDE, CORNERS, strict=True))


def squares(some: int) -> Iterator[int]:
    """Yield the squares of a set, in square order."""
    while some:
        bit = some & -some
        yield bit.bit_length() - 1
        some ^= bit


_LINES = tuple(
    tuple(tuple(NAMES[row * SIDE + i] for i in range(SIDE) if line >> i & 1) for line in range(1 << SIDE))
    for row in range(SIDE)
)


def named(some: int) -> tuple[str, ...]:
    """Return the names of a set of squares, in square order. They are looked up row by row in a table of all possible
    rows."""
    a, b, c, d, e = _LINES
    return a[some & 31] + b[some >> 5 & 31] + c[some >> 10 & 31] + d[some >> 15 & 31] + e[some >> 20]
