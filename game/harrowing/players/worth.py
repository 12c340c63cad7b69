"""The value of a position to a seat; a win is worth `WON`."""

from __future__ import annotations

from typing import NamedTuple

from game.harrowing.rules import field, scoring
from game.harrowing.rules.content import BOARD, BOARD_OF, RITUAL, UP, board_spell
from game.harrowing.rules.spells import RITUALS, SLOTTED, tiles_of
from game.harrowing.rules.state import OVER, State

WON = 1000.0
_CLAIM = BOARD_OF["claim"]
_BOARD_RITUALS = tuple((place, face.full) for place, face in enumerate(BOARD) if face.kind == RITUAL)
_BOARD_AUTO = tuple((place, face.auto) for place, face in enumerate(BOARD) if face.slots)


class Weights(NamedTuple):
    """Weights, in no particular unit.

    `runes` is by how many claimed tiles share the best rune. `ready` is the share of what a claim would bring that
    counts while Claim can be invoked, `later` while it cannot. `pool` is for the first, second, ... usable cube,
    `spent` for one that meditation brings back. `claim` is for a claimed tile, `claimer` for being able to invoke
    Claim, `tile` for a tile owned, `pair` for one that shares a rune with an own tile beside it, `ritual` for one in
    force, `fort` for a cube in the fortress; `excess` is taken off for each tile owned beyond the number of the board's
    spells.
    """

    runes: tuple[float, ...] = (0.0, 9.0, 22.0, 40.0)
    ready: float = 0.6
    later: float = 0.4
    pool: tuple[float, ...] = (1.6, 1.2, 0.9, 0.7, 0.6, 0.5, 0.45, 0.4)
    spent: float = 0.35
    claim: float = 1.5
    tile: float = 0.5
    excess: float = 0.1
    pair: float = 0.8
    ritual: float = 0.6
    fort: float = 0.45
    claimer: float = 1.5


WEIGHTS = Weights()


def worth(g: State, me: int, by: Weights = WEIGHTS) -> float:
    """Return how far the seat is ahead, mostly of the best of the others."""
    if g.phase == OVER:
        return _end(g, me)
    own = side(g, me, by)
    others = [side(g, seat, by) for seat in range(g.players) if seat != me]
    return own - 0.7 * max(others) - 0.3 * sum(others) / len(others)


def _end(g: State, me: int) -> float:
    if g.winner is not None:
        return WON if g.winner == me else -WON
    lines = scoring.scores(g)
    ranks = [line["rank"] for line in lines.values()]
    return WON / 2 if ranks[me] == 1 else -WON / 2


def side(g: State, seat: int, by: Weights = WEIGHTS) -> float:
    """Return the value of what the seat has and can expect."""
    counts = scoring.counts(g, seat)
    have = max(counts)
    own, power, first = g.own[seat], g.power, board_spell(seat, 0)
    runes = by.runes[min(have, 3)]
    found = runes + 0.25 * (sum(counts) - have) + by.claim * len(g.claims[seat])
    # power: what is usable now or comes back after the turn, and what meditation brings back
    usable, spent = g.pool[seat], 0
    for place, auto in _BOARD_AUTO:
        there = power[first + place]
        if there:
            back = (there & auto).bit_count()
            usable += back
            spent += there.bit_count() - back
    slotted = tiles_of(g, seat) & (SLOTTED[0] & ~g.turned | SLOTTED[1] & g.turned)
    rituals = slotted & (RITUALS[0] & ~g.turned | RITUALS[1] & g.turned)
    while slotted:
        low = slotted & -slotted
        slotted ^= low
        tile = low.bit_length() - 1
        there = power[tile]
        if there:
            face = UP[tile][g.turned >> tile & 1]
            spent += there.bit_count()
            if low & rituals and there == face.full:
                found += by.ritual
    for place, full in _BOARD_RITUALS:
        if power[first + place] == full:
            found += by.ritual
    found += sum(by.pool[:usable]) + 0.3 * max(0, usable - len(by.pool)) + by.spent * spent
    found += by.fort * min(g.fort[seat], 5)
    # the field: tiles, pairs, what can be claimed
    there = own.bit_count()
    found += by.tile * there + by.excess * (len(BOARD) - there if there > len(BOARD) else 0)
    can_claim = not power[first + _CLAIM] and usable > 0
    if can_claim:
        found += by.claimer
    if there >= 2:
        found += _patterns(g, own, counts, have, can_claim, by)
    return found


def _patterns(g: State, own: int, counts: tuple[int, ...], have: int, can_claim: bool, by: Weights) -> float:
    near, pairs, found = g.near, 0, 0.0
    for pair in field.RUNED:
        rest = own & (pair[0] & ~g.turned | pair[1] & g.turned)
        while rest:
            low = rest & -rest
            rest ^= low
            if near[low.bit_length() - 1] & rest:
                pairs += 1
    found += by.pair * min(pairs, 4)
    claimable = field.unlocked(g, field.patterned(g, own & g.tiles))
    if not claimable:
        return found
    best = 0.0
    tame = claimable & scoring.TAME
    for rune, pair in enumerate(field.RUNED):
        if tame & (pair[0] & ~g.turned | pair[1] & g.turned):
            after = max(have, counts[rune] + 1)
            gain = by.runes[3] * 2 if after >= 3 else by.runes[after] - by.runes[have]
            best = max(best, gain)
    if have >= 3:
        best = by.runes[3]
    return found + 1.0 + (by.ready if can_claim else by.later) * best
