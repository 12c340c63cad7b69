"""All spells as data, from `tiles.toml`: where they are printed, their slots, what they do.

A *face* is a spell as it is printed: one of the board's, the core's, or a side of a tile. A *spell* is a place for
power: each tile is one, whichever side is up, and so is each spell of each player's board. Tiles are numbers here, in
the order of their ids; sets of tiles are integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from game.core import toml

CANTRIP, RITUAL, AURA, SORCERY = "cantrip", "ritual", "aura", "sorcery"
START, END, OTHERS_START, OTHERS_END, BEFORE, AFTER = TRIGGERS = (
    "start",
    "end",
    "others-start",
    "others-end",
    "before",
    "after",
)
STRENGTH, REROLL, HITS, WARD, INVOKES, MUSTER = BONUSES = ("strength", "reroll", "hits", "ward", "invokes", "muster")
OWN, OPEN, FREE, NEAR, ANY, IT = "own", "open", "free", "near", "any", "it"
WILD = "*"
AUTO = "*"
"""The sign of a slot whose power comes back at the end of the turn (ruling r11)."""


class Step(NamedTuple):
    """One step of a spell: a verb, which tiles it may touch, a second sort of tiles, a number of cubes."""

    verb: str
    what: str = ""
    other: str = ""
    most: int = 0


class Face(NamedTuple):
    """A spell as it is printed.

    `id` is "weave" or "2c1", `source` where it stands: "weave", "2c". `runes` is "", "A", "BC" or "ABC" (a wild's).
    `fill` are the slots as bits, in the order in which they are filled, `full` all of them, `auto` the auto-return
    slots; bit 0 is the slot printed first.
    """

    number: int
    id: str
    source: str
    name: str
    kind: str
    runes: str
    wild: bool
    slots: str
    steps: tuple[Step, ...]
    when: str
    gives: Mapping[str, int]
    fill: tuple[int, ...]
    full: int
    auto: int


class Tile(NamedTuple):
    """A tile with its faces: one, or two that differ."""

    number: int
    id: str
    set: int
    what: str
    faces: tuple[Face, ...]


def step(text: str) -> Step:
    """Parse a step as written in `do`: "shift own any", "gain 2".

    >>> step("shift own any")
    Step(verb='shift', what='own', other='any', most=0)
    """
    verb, *words = text.split()
    if words and words[0].isdigit():
        return Step(verb, most=int(words[0]))
    what, other, *_ = *words, "", ""
    return Step(verb, what, other)


def _face(number: int, id: str, source: str, row: Mapping[str, Any]) -> Face:
    slots, runes = row.get("slots", ""), row.get("runes", "")
    bits = [1 << slot for slot in range(len(slots))]
    auto = [bit for bit, slot in zip(bits, slots, strict=True) if slot == AUTO]
    return Face(
        number,
        id,
        source,
        row.get("name", source.capitalize()),
        row["kind"],
        "".join(RUNES) if runes == WILD else runes,
        runes == WILD,
        slots,
        tuple(map(step, row.get("do", ()))),
        row.get("when", ""),
        MappingProxyType(row.get("gives", {})),
        (*auto, *(bit for bit in bits if bit not in auto)),
        sum(bits),
        sum(auto),
    )


_DATA = toml.load(__name__, "tiles")

RUNES: tuple[str, ...] = tuple(_DATA["runes"])
DICE: tuple[str, ...] = tuple(_DATA["dice"])
HIT, CLASH, BLANK = "hit", "clash", "blank"
CUBES: int = _DATA["cubes"]
PILLARS: int = _DATA["pillars"]
POWER: int = _DATA["power"]
POWER_SECOND: int = _DATA["power_second"]
INVOCATIONS: int = _DATA["invocations"]
ROUNDS: int = _DATA["rounds"]
SETS: Mapping[int, str] = MappingProxyType({int(number): row["name"] for number, row in _DATA["sets"].items()})
"""The names of the sets by number."""


def _printed() -> Iterator[Face]:
    number = 0
    for source, row in _DATA["board"].items():
        yield _face(number, source, source, row)
        number += 1
    for source, row in sorted(_DATA["tiles"].items()):
        for side in ("side1", "side2"):
            if side in row:
                yield _face(number, f"{source}{side[-1]}", source, row[side])
                number += 1


FACES: tuple[Face, ...] = tuple(_printed())
"""All faces by number."""
FACE_OF: Mapping[str, Face] = MappingProxyType({face.id: face for face in FACES})
"""The same by id: "weave", "2c1"."""
BOARD: tuple[Face, ...] = tuple(face for face in FACES if face.source in _DATA["board"])
"""The spells of everybody's board, in order."""
BOARD_OF: Mapping[str, int] = MappingProxyType({face.source: place for place, face in enumerate(BOARD)})
TILES: tuple[Tile, ...] = tuple(
    Tile(number, id, int(id[0]), row["what"], tuple(face for face in FACES if face.source == id))
    for number, (id, row) in enumerate(sorted(_DATA["tiles"].items()))
)
TILE_OF: Mapping[str, int] = MappingProxyType({tile.id: tile.number for tile in TILES})
IDS: tuple[str, ...] = tuple(tile.id for tile in TILES)
CORES: tuple[int, ...] = tuple(tile.number for tile in TILES if tile.what == "core")
OF_SET: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {number: tuple(tile.number for tile in TILES if tile.set == number and tile.what != "core") for number in SETS}
)
"""The tiles of each set by id, without its core."""
UP: tuple[tuple[Face, Face], ...] = tuple((tile.faces[0], tile.faces[-1]) for tile in TILES)
"""The faces up with side 1 and with side 2, by tile; a wild has the same on both sides (ruling r23)."""

BOARDS = len(TILES)
"""The number of the first spell of P1's board; those of the other boards follow."""


def board_spell(seat: int, place: int) -> int:
    """Return the number of a spell on a player's board, as used by `State.power`."""
    return BOARDS + seat * len(BOARD) + place


def tile(id: str) -> Tile:
    """Return a tile by its id. Raises KeyError."""
    return TILES[TILE_OF[id]]


def face(id: str, side: int = 1) -> Face:
    """Return the face of a spell of the board by its name, or of a side of a tile. Raises KeyError."""
    return BOARD[BOARD_OF[id]] if id in BOARD_OF else UP[TILE_OF[id]][side - 1]
