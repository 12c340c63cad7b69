"""A position at the end of a turn as numbers, from which the chances of winning are computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from game.harrowing.rules import field, scoring
from game.harrowing.rules.battles import strength
from game.harrowing.rules.content import (
    AURA,
    BOARD,
    BOARD_OF,
    CANTRIP,
    INVOCATIONS,
    RITUAL,
    SORCERY,
    STRENGTH,
    board_spell,
)
from game.harrowing.rules.hexes import BESIDE, bits
from game.harrowing.rules.seats import Seat
from game.harrowing.rules.spells import bonus, face_of, powered, tiles_of
from game.harrowing.rules.state import State

_CLAIM, _MUSTER = BOARD_OF["claim"], BOARD_OF["muster"]
_MUSTERED = 3
"""The cubes that Muster brings to the fortress."""
_NEVER = INVOCATIONS + 1
"""The invocations to a claim if there is nothing to begin with."""
_HURTS = 5 / 6
"""The share of dice that cost the defender something."""
_HARM = ("banish", "seal", "rout")
_STIR = ("swap", "flip", "rotate", "shift")
_BUILD = ("raise", "weave", "gain", "march", "invoke", "battle", "muster")

_NEAR, _SAFE, _POWER, _FIGHT = "nearness to a name", "safety of patterns", "power", "strength in battle"
_FIELD, _SPELLS = "tiles and pillars", "spells on tiles"
FEATURES = {
    "one claimed": _NEAR,
    "two claimed": _NEAR,
    "other runes": _NEAR,
    "claimed": _NEAR,
    "sealed": _NEAR,
    "one turn": _NEAR,
    "two turns": _NEAR,
    "three turns": _NEAR,
    "four turns": _NEAR,
    "five turns": _NEAR,
    "exposed, one turn": _SAFE,
    "exposed, two turns": _SAFE,
    "exposed, later": _SAFE,
    "can be claimed": _NEAR,
    "two can be claimed": _NEAR,
    "one step": _NEAR,
    "two steps": _NEAR,
    "two ways": _SAFE,
    "pairs": _NEAR,
    "claim": _NEAR,
    "a cube": _POWER,
    "three cubes": _POWER,
    "pool": _POWER,
    "spent": _POWER,
    "fortress": _FIGHT,
    "no fortress": _FIGHT,
    "rituals": _POWER,
    "strength": _FIGHT,
    "tiles": _FIELD,
    "pillars": _FIELD,
    "freeing": _SPELLS,
    "harm": _SPELLS,
    "stir": _SPELLS,
    "build": _SPELLS,
    "auras": _SPELLS,
    "sorceries": _FIELD,
}
"""The features of each seat, with the name that players are told for each. "one turn" and so on say whether a name
takes at most so many turns if nobody interferes; "one step" and "two steps", whether the claim that brings a seat
nearest to it needs at most so many invocations before it."""


class Reach(NamedTuple):
    """What the claim takes that brings a seat nearest to a name.

    `steps` are the invocations, including the claim. `key` is the set of tiles in the patterns for it, `can` those of
    them that can be claimed. `pairs` is the number of pairs of the seat's adjacent tiles that share a rune.
    """

    steps: int
    key: int
    can: int
    pairs: int


def features(g: State, order: Sequence[Seat]) -> list[list[float]]:
    """Return the features of these seats, in this order of seats and in that of FEATURES."""
    return [_of(g, seat) for seat in order]


def _of(g: State, me: Seat) -> list[float]:
    pool, fort = g.pool[me], g.fort[me]
    counts, unsealed = _runes(g, me), max(scoring.counts(g, me))
    have = min(max(counts), scoring.ENOUGH - 1)
    slot = not g.power[board_spell(me, 0) + _CLAIM]
    spells = [(g.power[spell], face_of(g, spell)) for spell in powered(g, me)]
    kinds, verbs = _owned(g, me)
    reach = _reach(g, me, counts, have)
    at_once = (
        reach.steps <= min(INVOCATIONS, pool) if slot else verbs["free"] > 0 and reach.steps < min(INVOCATIONS, pool)
    )
    turns = _turns(at_once, scoring.ENOUGH - have, scoring.ENOUGH - unsealed, slot or reach.steps <= INVOCATIONS)
    exposed = max((_exposed(g, me, tile) for tile in bits(reach.key)), default=0.0)
    can = reach.can.bit_count()
    return [
        have >= 1,
        have >= 2,
        sum(counts) - have,
        len(g.claims[me]),
        max(counts) - unsealed,
        *(turns <= most for most in range(1, 6)),
        exposed * (turns == 1),
        exposed * (turns == 2),
        exposed * (turns > 2),
        can > 0,
        can > 1,
        reach.steps <= 2,
        reach.steps <= 3,
        have == scoring.ENOUGH - 1 and reach.key.bit_count() > field.SIDES,
        min(reach.pairs, 4),
        slot,
        pool >= 1,
        pool >= INVOCATIONS,
        min(pool, 8) / 4,
        min(sum(power.bit_count() for power, _ in spells), 8) / 4,
        min(fort, 6) / 3,
        fort == 0,
        sum(face.kind == RITUAL and power == face.full for power, face in spells),
        bonus(g, me, STRENGTH),
        min(g.own[me].bit_count(), 8) / 4,
        min(sum(g.pillars[me]), 10) / 4,
        verbs["free"] > 0,
        min(sum(verbs[each] for each in _HARM), 2),
        min(sum(verbs[each] for each in _STIR), 2),
        min(sum(verbs[each] for each in _BUILD), 3),
        min(kinds[AURA], 3),
        min(kinds[SORCERY], 3),
    ]


def _owned(g: State, me: Seat) -> tuple[Counter[str], Counter[str]]:
    """Return counters of the tiles whose spells a seat owns, by kind, and of the verbs of its cantrips that can be
    invoked."""
    kinds, verbs = Counter[str](), Counter[str]()
    for tile in bits(tiles_of(g, me)):
        face = face_of(g, tile)
        kinds[face.kind] += tile != g.core and (face.kind != SORCERY or g.own[me] >> tile & 1)
        if face.kind == CANTRIP and g.power[tile] != face.full:
            verbs.update({step.verb for step in face.steps})
    return kinds, verbs


def _turns(at_once: bool, left: int, now: int, soon: bool) -> int:
    """Return how many turns a name takes at best.

    `left` claims are needed, each but the last followed by a turn of meditation, which empties the slot of Claim and
    unseals tiles; `now` would be needed without unsealing. `at_once` says that the first claim is possible in the next
    turn, `soon` that it is after one turn of building or meditation.
    """
    if at_once and now <= 1:
        return 1
    return 2 * left - 1 if at_once and left > 1 else 2 * left if soon else 2 * left + 1


def _runes(g: State, me: Seat) -> tuple[int, ...]:
    """Return, for each rune, how many claimed tiles show it, including sealed ones, which count again after
    meditation."""
    tiles = g.holds[me] & scoring.TAME
    return tuple([(tiles & field.showing(g, pair)).bit_count() for pair in field.RUNED])


def _reach(g: State, me: Seat, counts: Sequence[int], have: int) -> Reach:
    near, own = g.near, g.own[me]
    opened = g.tiles & ~field.taken_by_any(g)
    steps, key, can, pairs = _NEVER, 0, 0, 0
    for rune, pair in enumerate(field.RUNED):
        wanted, shown = counts[rune] >= have, field.showing(g, pair)
        mine = rest = own & shown
        if wanted and mine & scoring.TAME:
            steps = min(steps, INVOCATIONS)
        while rest:
            one = rest & -rest
            rest ^= one
            for other in bits(near[one.bit_length() - 1] & rest):
                pairs += 1
                if not wanted:
                    continue
                tile, two = one.bit_length() - 1, one | 1 << other
                both = near[tile] & near[other]
                if (third := both & mine) and (loose := field.unlocked(g, (two | third) & scoring.TAME)):
                    steps, key, can = 1, key | two | third, can | loose
                if steps > 2 and ((both & opened & shown) or (two & scoring.TAME and _room(g, tile, other))):
                    steps = 2
    return Reach(steps, key, can, pairs)


def _room(g: State, one: int, other: int) -> bool:
    """Return whether a hex beside both tiles is empty."""
    return not set(BESIDE[g.hex[one]]).intersection(BESIDE[g.hex[other]]) <= g.at.keys()


def _exposed(g: State, me: Seat, tile: int) -> float:
    """Return how nearly another player can remove the seat's pillars from a tile within a turn, from 0 to 1."""
    guard, worst = min(strength(g, me, tile), g.fort[me]) + g.pillars[me][tile], 0.0
    for seat in range(g.players):
        if seat != me:
            can = g.power[board_spell(seat, 0) + _MUSTER] != BOARD[_MUSTER].full
            cubes = g.fort[seat] + can * min(_MUSTERED, max(0, g.pool[seat] - 1))
            if dice := min(strength(g, seat, tile), cubes):
                worst = max(worst, min(1.0, (_HURTS * dice - guard + 1.5) / 2))
    return worst
