"""Hexagonal grids: the names of hexes, their neighbours, and the rotation by 120° (rulings, "Board").

A hex is an index in hex order (row by row, from the left). A set of hexes is an integer in which bit `1 << hex` says
whether the hex is in it, so that going through the bits from the lowest goes through hexes in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from string import ascii_lowercase
from typing import NewType

Hex = NewType("Hex", int)

SMALLEST, LARGEST = 3, 13
"""The smallest and largest side of a board. One of side 13 has 25 rows, nearly as many as there are letters."""


def lengths(side: int) -> list[int]:
    """Return the number of hexes in each row: 4 5 6 7 6 5 4 for side 4."""
    return [*range(side, 2 * side), *reversed(range(side, 2 * side - 1))]


class Grid:
    """The grid of a hexagon of this side, without what lies on its hexes.

    `names` are the hexes' names in hex order, `around` the set of each hex's neighbours, `turned` where each hex goes
    in a rotation by 120° clockwise.
    """

    def __init__(self, side: int) -> None:
        self.side = side
        cubes = list(_cubes(side))
        at = {cube: Hex(index) for index, cube in enumerate(cubes)}
        self.names = tuple(
            f"{letter}{number}"
            for letter, length in zip(ascii_lowercase, lengths(side), strict=False)
            for number in range(1, length + 1)
        )
        self.index = {name: Hex(index) for index, name in enumerate(self.names)}
        self.around = tuple(bits(at[near] for near in _touching(cube) if near in at) for cube in cubes)
        self.turned = tuple(at[y, z, x] for x, y, z in cubes)
        self.centre = at[0, 0, 0]
        first = Hex(0)
        second = self.turned[first]
        self.corners = (first, second, self.turned[second])
        """Three alternate corners, clockwise from a1: those where spawners stand."""


@cache
def grid(side: int) -> Grid:
    """Return the grid of this side, computed once."""
    return Grid(side)


def bits(hexes: Iterable[Hex]) -> int:
    """Return the set of these hexes."""
    found = 0
    for each in hexes:
        found |= 1 << each
    return found


def hexes(found: int) -> Iterator[Hex]:
    """Yield the hexes of a set, in hex order."""
    while found:
        low = found & -found
        yield Hex(low.bit_length() - 1)
        found ^= low


def _cubes(side: int) -> Iterator[tuple[int, int, int]]:
    """Yield cube coordinates in hex order: x, y and z add up to 0."""
    reach = side - 1
    for z in range(-reach, reach + 1):
        for x in range(max(-reach, -reach - z), min(reach, reach - z) + 1):
            yield x, -x - z, z


def _touching(cube: tuple[int, int, int]) -> Iterator[tuple[int, int, int]]:
    x, y, z = cube
    for dx, dy, dz in ((0, 1, -1), (1, 0, -1), (-1, 1, 0), (1, -1, 0), (-1, 0, 1), (0, -1, 1)):
        yield x + dx, y + dy, z + dz
