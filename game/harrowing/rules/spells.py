"""Spells: who owns them, which are in force (auras, and rituals with every slot filled), and the power on them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from game.harrowing.rules.content import (
    BOARD,
    BOARDS,
    BONUSES,
    FACES,
    IDS,
    RITUAL,
    TILES,
    TRIGGERS,
    UP,
    Face,
    board_spell,
)
from game.harrowing.rules.field import Pair, showing
from game.harrowing.rules.hexes import bits
from game.harrowing.rules.state import State


def _where(wanted: set[int]) -> Pair:
    """Return the tiles with one of these faces on side 1, and those with one on side 2."""
    one, two = (sum(1 << tile.number for tile in TILES if UP[tile.number][side].number in wanted) for side in (0, 1))
    return one, two


SLOTTED = _where({face.number for face in FACES if face.slots})
AUTO_RETURNING = _where({face.number for face in FACES if face.auto})
_BOARD_AUTO = tuple((place, face.auto) for place, face in enumerate(BOARD) if face.auto)
RITUALS = _where({face.number for face in FACES if face.kind == RITUAL})
_GIVERS = {
    bonus: (
        tuple((place, face.full, face.gives[bonus]) for place, face in enumerate(BOARD) if bonus in face.gives),
        _where({face.number for face in FACES if bonus in face.gives}),
    )
    for bonus in BONUSES
}
_TRIGGERS = {
    when: (
        tuple((place, face.full) for place, face in enumerate(BOARD) if face.when == when),
        _where({face.number for face in FACES if face.when == when}),
    )
    for when in TRIGGERS
}


def face_of(g: State, spell: int) -> Face:
    """Return the face of a spell: for a tile, of the side that is up."""
    if spell < BOARDS:
        return UP[spell][g.turned >> spell & 1]
    return BOARD[(spell - BOARDS) % len(BOARD)]


def name_of(spell: int) -> str:
    """Return a spell's name in choices: "weave", "2c"."""
    return IDS[spell] if spell < BOARDS else BOARD[(spell - BOARDS) % len(BOARD)].source


def spell_named(seat: int, name: str) -> int:
    """Return the number of the spell to which a seat's choices give this name. Raises KeyError."""
    return _SPELLS[seat][name]


_SPELLS = tuple(
    {id: number for number, id in enumerate(IDS)}
    | {face.source: board_spell(seat, place) for place, face in enumerate(BOARD)}
    for seat in range(4)
)


def tiles_of(g: State, seat: int) -> int:
    """Return the tiles whose spells a seat owns: its own on the field, the core, its unsealed claimed ones."""
    return g.own[seat] | 1 << g.core | g.holds[seat] & ~g.sealed


def owners(g: State, spell: int) -> list[int]:
    """Return the seats that own a spell and the power on it."""
    if spell >= BOARDS:
        return [(spell - BOARDS) // len(BOARD)]
    if spell == g.core:
        return list(range(g.players))
    bit = 1 << spell
    return [seat for seat in range(g.players) if (g.own[seat] | g.holds[seat]) & bit]


def powered(g: State, seat: int) -> Iterator[int]:
    """Yield the seat's spells with power on them, in the order of choices."""
    power, first = g.power, board_spell(seat, 0)
    for spell in range(first, first + len(BOARD)):
        if power[spell]:
            yield spell
    for tile in bits(tiles_of(g, seat) & showing(g, SLOTTED)):
        if power[tile]:
            yield tile


def auto_returning(g: State, seat: int) -> list[int]:
    """Return the seat's spells with power in auto-return slots, in the order of choices."""
    power, first = g.power, board_spell(seat, 0)
    found = [first + place for place, auto in _BOARD_AUTO if power[first + place] & auto]
    tiles = tiles_of(g, seat) & showing(g, AUTO_RETURNING)
    return found + [tile for tile in bits(tiles) if power[tile] & face_of(g, tile).auto] if tiles else found


def bonus(g: State, seat: int, name: str) -> int:
    """Return the sum of a lasting bonus over all the seat's spells in force."""
    board, pair = _GIVERS[name]
    found, power, first = 0, g.power, board_spell(seat, 0)
    for place, full, count in board:
        if power[first + place] == full:
            found += count
    tiles = tiles_of(g, seat) & (pair[0] & ~g.turned | pair[1] & g.turned)
    while tiles:
        low = tiles & -tiles
        tiles ^= low
        tile = low.bit_length() - 1
        face = UP[tile][g.turned >> tile & 1]
        if power[tile] == face.full:
            found += face.gives[name]
    return found


def triggered(g: State, seat: int, when: str) -> list[int]:
    """Return the seat's spells in force with this trigger, in the order of choices."""
    board, pair = _TRIGGERS[when]
    tiles = (g.own[seat] | 1 << g.core | g.holds[seat] & ~g.sealed) & (pair[0] & ~g.turned | pair[1] & g.turned)
    if not tiles and not board:
        return []
    power, first = g.power, board_spell(seat, 0)
    found = [first + place for place, full in board if power[first + place] == full]
    return found + [tile for tile in bits(tiles) if power[tile] == UP[tile][g.turned >> tile & 1].full]


def digits(g: State, spell: int) -> str:
    """Return the slots of a spell in printed order, 1 if filled: "10"."""
    return _written(g.power[spell], len(face_of(g, spell).slots))


@cache
def _written(power: int, slots: int) -> str:
    return "".join("01"[power >> slot & 1] for slot in range(slots))
