"""Strength, who is surrounded, who dies, and in which order (rulings r13 to r17)."""

from __future__ import annotations

from itertools import permutations

from game.spirit_ground.rules.crystals import Crystals
from game.spirit_ground.rules.ground import BESIDE, CORNERS, NAMES, SIDES, squares
from game.spirit_ground.rules.state import State


def strength(g: State, square: int) -> int:
    """Return the strength of the tile on a square; 0 for a fallen one (ruling r13)."""
    mine, theirs = g.living
    if not mine >> square & 1:
        if not theirs >> square & 1:
            return 0
        mine, theirs = theirs, mine
    content, tile = g.content, g.tile[square]
    found = content.claws[tile] + g.energy[square]
    if tile in content.elders:
        return found + (BESIDE[square] & mine).bit_count()
    if tile in content.converts:
        return found + (CORNERS[square] & theirs).bit_count()
    return found


def against(g: State, square: int) -> int:
    """Return the strength of all enemies beside a living tile together."""
    enemies = BESIDE[square] & g.living[1 if g.living[0] >> square & 1 else 0]
    found = 0
    while enemies:
        bit = enemies & -enemies
        found += strength(g, bit.bit_length() - 1)
        enemies ^= bit
    return found


def aim(g: State, square: int) -> None:
    """Find the targets of a tile that was just placed: itself and the living tiles beside it, as far as they are
    surrounded now (rulings r14, r15)."""
    occupied = g.occupied
    living = g.living[0] | g.living[1]
    g.tries = not BESIDE[square] & ~occupied
    g.others = 0
    for side in SIDES[square]:
        if living >> side & 1 and not BESIDE[side] & ~occupied:
            g.others |= 1 << side


def settle(g: State, square: int) -> None:
    """Settle one target: it dies if the enemies beside it have more strength together (rulings r15, r17)."""
    own, enemies = strength(g, square), against(g, square)
    g.others &= ~(1 << square)
    dies = enemies > own
    seat = 0 if g.living[0] >> square & 1 else 1
    energy, spirit = g.energy[square], g.spirit[square]
    if dies:
        _fall(g, square, seat)
    if not g.telling:
        return
    g.tell(
        "fell" if dies else "survived",
        seat,
        {
            "square": NAMES[square],
            "tile": g.content.tiles[g.tile[square]].id,
            "strength": own,
            "enemies": enemies,
            "energy": energy if dies else 0,
            "spirit": spirit if dies else 0,
            "newest": square == g.newest,
        },
    )


def _fall(g: State, square: int, seat: int) -> None:
    """Let a tile die. Its energy goes to the supply, its spirits onto the new tile, or to the supply if it is the new
    tile (ruling r17)."""
    energy, spirit = g.supply
    g.living[seat] ^= 1 << square
    g.fallen[seat] |= 1 << square
    if square == g.newest:
        spirit += g.spirit[square]
    elif g.newest is not None:
        g.spirit[g.newest] += g.spirit[square]
    g.supply = Crystals(energy + g.energy[square], spirit)
    g.energy[square] = g.spirit[square] = 0


def order_matters(g: State) -> bool:
    """Return whether different orders of the remaining targets would leave different tiles alive (ruling r16)."""
    ends = set[tuple[int, ...]]()
    for way in permutations(squares(g.others)):
        twin = g.copy()
        twin.telling = False
        for square in way:
            settle(twin, square)
        ends.add(tuple(twin.living))  # the new tile tries last: what becomes of it follows from the others
        if len(ends) > 1:
            return True
    return False
