"""The content that is played with, as data: tiles, shrines, crystals (ruling r2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from game.core import toml
from game.core.errors import SetupError, quoted
from game.spirit_ground.rules.crystals import Crystals
from game.spirit_ground.rules.ground import COUNT, DIRECTIONS, INDEX, TOPS, neighbour
from game.spirit_ground.rules.seats import SEAT_NAMES, Seat

USUAL = "fen-crag"
NAMES = (USUAL,)

ELDER, CONVERT = "elder", "convert"
PAIR = "+"
"""The sign between the two tiles of a pair."""


class Tile(NamedTuple):
    """A warrior. `arrows` are its directions (0 to 7, from north clockwise) while its top faces north."""

    number: int
    id: str
    name: str
    seat: Seat
    claws: int
    gems: int
    arrows: frozenset[int]
    special: str

    def turned(self, top: int) -> frozenset[int]:
        """Return where its arrows point when its top faces this way (0 to 3, in clockwise quarter turns from north)."""
        return frozenset((arrow + 2 * top) % 8 for arrow in self.arrows)


class Content:
    """Everything that does not change during a game. Tiles and squares are numbers here; sets of squares are integers
    with their bits."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.name: str = data["name"]
        self.tribes = tuple(data["tribes"][seat] for seat in SEAT_NAMES)
        self.tiles = tuple(_tile(number, row, self.tribes) for number, row in enumerate(data["tile"]))
        self.index = {tile.id: tile.number for tile in self.tiles}
        self.of_seat = tuple(
            tuple(tile.number for tile in self.tiles if tile.seat == seat) for seat in range(len(self.tribes))
        )
        """The tiles of each tribe, in number order."""
        self.pairs = {
            (one, two): f"{self.tiles[one].id}{PAIR}{self.tiles[two].id}"
            for one in self.of_seat[0]
            for two in self.of_seat[1]
        }
        """The tokens of all pairs, by their tiles."""
        self.claws = tuple(tile.claws for tile in self.tiles)
        self.elders = frozenset(tile.number for tile in self.tiles if tile.special == ELDER)
        self.converts = frozenset(tile.number for tile in self.tiles if tile.special == CONVERT)
        self.tops = tuple(_tops(tile) for tile in self.tiles)
        """The directions of each tile that differ from each other, as tokens (ruling r10)."""
        self.aims = tuple(tuple(_aims(tile, top) for top in range(len(TOPS))) for tile in self.tiles)
        """By tile, top and square: the squares that its arrows point at."""
        self.shrines = sum(1 << INDEX[name] for name in data["ground"]["shrines"])
        self.laid = tuple(count for row in data["ground"]["crystals"].values() for count in row)
        """The number of crystals laid on each square at the set-up."""
        crystals = data["crystals"]
        self.bag = Crystals(crystals["bag_energy"], crystals["bag_spirit"])
        self.supply = Crystals(crystals["supply_energy"], crystals["supply_spirit"])


def _tile(number: int, row: Mapping[str, Any], tribes: tuple[str, ...]) -> Tile:
    return Tile(
        number,
        row["id"],
        row["name"],
        Seat(tribes.index(row["tribe"])),
        row["claws"],
        row["gems"],
        frozenset(map(DIRECTIONS.index, row["arrows"])),
        row.get("special", ""),
    )


def _tops(tile: Tile) -> tuple[str, ...]:
    """Return the directions, without those in which all arrows point as in an earlier one."""
    seen = list[frozenset[int]]()
    found = []
    for top, name in enumerate(TOPS):
        if tile.turned(top) not in seen:
            seen.append(tile.turned(top))
            found.append(name)
    return tuple(found)


def _aims(tile: Tile, top: int) -> tuple[int, ...]:
    """Return, for each square, the set of squares at which its arrows point from there."""
    return tuple(
        sum(1 << aim for arrow in tile.turned(top) if (aim := neighbour(square, arrow)) is not None)
        for square in range(COUNT)
    )


@cache
def _read(name: str) -> Content:
    return Content(toml.load(__name__, name))


def content(name: object) -> Content:
    """Return the content of this name. Raises SetupError, which lists all names."""
    if name not in NAMES:
        raise SetupError(f"no content is called {quoted(name)}; there is: {', '.join(NAMES)}")
    return _read(str(name))
