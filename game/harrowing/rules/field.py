"""The field: where tiles lie, which are adjacent, locks, patterns, and pillars."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from game.harrowing.rules.content import IDS, RUNES, TILES, UP
from game.harrowing.rules.hexes import BESIDE, NAMES, bits
from game.harrowing.rules.state import NOWHERE, State

Pair = tuple[int, int]
"""Two sets of tiles: those that have some property on side 1, and those that have it on side 2."""

RUNED: tuple[Pair, ...] = tuple(
    tuple(sum(1 << tile.number for tile in TILES if rune in UP[tile.number][side].runes) for side in (0, 1))  # type: ignore[misc]
    for rune in RUNES
)
"""For each rune, the tiles that show it; wilds show all (ruling r15)."""


SIDES = 3
"""The number of tiles in a pattern."""


def showing(g: State, pair: Pair) -> int:
    """Return the tiles that have the property on the side that is up, wherever they lie."""
    return pair[0] & ~g.turned | pair[1] & g.turned


# --- tiles


def put(g: State, tile: int, hex: int) -> None:
    """Lay a tile on an empty hex."""
    at, near, bit, found = g.at, g.near, 1 << tile, 0
    at[hex] = tile
    g.hex[tile] = hex
    for beside in BESIDE[hex]:
        other = at.get(beside)
        if other is not None:
            found |= 1 << other
            near[other] |= bit
    near[tile] = found
    g.field |= bit
    holding = found & standing(g)
    if not holding & (holding - 1):  # tiles known to be loose stay so, but for the only one that this tile hangs on
        g.loose &= ~holding
    g.locked = 0


def lift(g: State, tile: int) -> None:
    """Take a tile off its hex. Its pillars and power are left to the caller."""
    near, bit = g.near, 1 << tile
    for other in bits(near[tile]):
        near[other] ^= bit
    near[tile] = 0
    del g.at[g.hex[tile]]
    g.hex[tile] = NOWHERE
    g.field ^= bit
    g.loose = g.locked = 0


def arrange(g: State, tiles: Iterable[int], hexes: Iterable[int]) -> None:
    """Move tiles of the field to these hexes, which may be those that they leave."""
    moved = list(tiles)
    for tile in moved:
        lift(g, tile)
    for tile, hex in zip(moved, hexes, strict=True):
        put(g, tile, hex)


def around(g: State, tiles: int) -> int:
    """Return the tiles beside any of these."""
    near, found = g.near, 0
    while tiles:
        low = tiles & -tiles
        tiles ^= low
        found |= near[low.bit_length() - 1]
    return found


# --- spots


def spots(g: State, tiles: int) -> tuple[str, ...]:
    """Return the empty hexes beside any of these tiles, by name in the notation's order."""
    at, hexes = g.at, g.hex
    beside = set[int]().union(*[BESIDE[hexes[tile]] for tile in bits(tiles)])
    names = NAMES
    return tuple([names[hex] for hex in sorted(beside.difference(at))])


def all_spots(g: State) -> tuple[str, ...]:
    """Return where a tile may be placed: beside any tile, including the core, but not only beside one that is being
    claimed (ruling r17)."""
    return spots(g, standing(g))


def has_spot(g: State, tiles: int) -> bool:
    """Return whether there is an empty hex beside any of these tiles."""
    at, hexes = g.at, g.hex
    while tiles:
        low = tiles & -tiles
        tiles ^= low
        for hex in BESIDE[hexes[low.bit_length() - 1]]:
            if hex not in at:
                return True
    return False


def standing(g: State) -> int:
    """Return the tiles on the field, including the core, without one that is being claimed (ruling r17)."""
    return g.field if g.claiming is None else g.field & ~(1 << g.claiming)


# --- locks


def unlocked(g: State, tiles: int) -> int:
    """Return those of these tiles without which the rest of the field would stay connected."""
    unknown = tiles & ~(g.loose | g.locked)
    while unknown:
        low = unknown & -unknown
        unknown ^= low
        if _holds_together(g, low.bit_length() - 1):
            g.loose |= low
        else:
            g.locked |= low
    return tiles & g.loose


def any_unlocked(g: State, tiles: int) -> bool:
    """Return whether any of these tiles is unlocked; stops at the first one found."""
    if tiles & g.loose:
        return True
    unknown = tiles & ~g.locked
    while unknown:
        low = unknown & -unknown
        unknown ^= low
        if unlocked(g, low):
            return True
    return False


@cache
def _one_run(ring: int) -> bool:
    """Return whether the occupied neighbours of a hex, as six bits around it, are connected along that ring."""
    starts = ring & ~(ring << 1 | ring >> 5)
    return not starts & (starts - 1)


def _holds_together(g: State, tile: int) -> bool:
    gone = g.claiming
    ring, bit, at = 0, 1, g.at
    for hex in BESIDE[g.hex[tile]]:
        other = at.get(hex)
        if other is not None and other != gone:
            ring |= bit
        bit <<= 1
    if _one_run(ring):
        return True
    near, rest = g.near, standing(g) & ~(1 << tile)
    wanted = near[tile] & rest
    frontier = seen = wanted & -wanted
    while frontier:
        low = frontier & -frontier
        more = near[low.bit_length() - 1] & rest & ~seen
        seen |= more
        if not wanted & ~seen:
            return True
        frontier ^= low | more
    return False


# --- patterns


def patterned(g: State, own: int) -> int:
    """Return those of a seat's tiles that lie in a pattern: three mutually adjacent ones that share a rune (ruling
    r15)."""
    found, near = 0, g.near
    if own.bit_count() < SIDES:
        return 0
    for pair in RUNED:
        with_rune = own & (pair[0] & ~g.turned | pair[1] & g.turned)
        rest = with_rune
        while rest:
            one = rest & -rest
            rest ^= one
            beside = near[one.bit_length() - 1] & rest
            while beside:
                two = beside & -beside
                beside ^= two
                three = near[two.bit_length() - 1] & beside
                if three:
                    found |= one | two | three
    return found


def any_triple(g: State, tiles: int, one_of: int) -> bool:
    """Return whether there are three mutually adjacent tiles, at least one of them in `one_of`."""
    near = g.near
    while one_of:
        low = one_of & -one_of
        one_of ^= low
        beside = near[low.bit_length() - 1] & tiles
        rest = beside
        while rest:
            low = rest & -rest
            rest ^= low
            if near[low.bit_length() - 1] & beside:
                return True
    return False


def triples(g: State, tiles: int, one_of: int) -> list[tuple[int, int, int]]:
    """Return all triples of mutually adjacent tiles with at least one in `one_of`, each in the order of ids."""
    near, found = g.near, []
    for one in bits(tiles):
        beside = near[one] & tiles & ~((2 << one) - 1)
        for two in bits(beside):
            third = near[two] & beside & ~((2 << two) - 1)
            found += [(one, two, three) for three in bits(third) if (1 << one | 1 << two | 1 << three) & one_of]
    return found


# --- pillars


def stand(g: State, seat: int, tile: int, count: int = 1) -> None:
    """Add pillars to a tile; their count elsewhere is left to the caller."""
    g.pillars[seat][tile] += count
    g.own[seat] |= 1 << tile


def fall(g: State, seat: int, tile: int, count: int = 1) -> None:
    """Remove pillars from a tile; their count elsewhere is left to the caller."""
    there = g.pillars[seat]
    there[tile] -= count
    if not there[tile]:
        g.own[seat] &= ~(1 << tile)


def taken_by_any(g: State) -> int:
    """Return the tiles that are not open, as somebody owns them."""
    found = 0
    for own in g.own:
        found |= own
    return found


def ids(tiles: int) -> tuple[str, ...]:
    """Return the ids of a set of tiles, in ascending order."""
    return tuple([IDS[tile] for tile in bits(tiles)])
