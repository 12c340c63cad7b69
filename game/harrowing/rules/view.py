"""The position as data (notation, "Position"). Hidden from everybody are the seed and the order of the stack."""

from __future__ import annotations

from typing import Any

from game.core.decisions import Question
from game.harrowing.rules.content import BOARD, IDS, TILES, board_spell
from game.harrowing.rules.hexes import NAMES, bits
from game.harrowing.rules.scoring import scores
from game.harrowing.rules.seats import SEAT_NAMES
from game.harrowing.rules.spells import digits
from game.harrowing.rules.state import OVER, Fought, State
from game.harrowing.rules.task import written

Position = dict[str, Any]

VERSION = 1
"""The version of the stored form."""


def position(g: State, pending: Question | None) -> Position:
    """Return the whole state as JSON-ready data."""
    return {**view(g, pending), "seed": g.seed, "stack": [IDS[tile] for tile in g.stack]}


def view(g: State, pending: Question | None) -> Position:
    """Return the position as everybody sees it.

    `more` holds the remaining tasks (the next one is the last), how often chance was used, the last battle, and who has
    won a name.
    """
    data: Position = {
        "turn": g.turn,
        "phase": g.phase,
        "first": SEAT_NAMES[g.first],
        "active": None if g.active is None else SEAT_NAMES[g.active],
        "over": g.phase == OVER,
        "ply": g.ply,
        "sets": list(g.sets),
        "used": g.used,
        "supply": g.supply,
        "stack_size": len(g.stack),
        "drawn": None if g.drawn is None else IDS[g.drawn],
        "claiming": None if g.claiming is None else IDS[g.claiming],
        "battle": _battle(g),
        "field": {IDS[tile]: _lying(g, tile) for tile in bits(g.field)},
        "players": {SEAT_NAMES[seat]: _player(g, seat) for seat in range(g.players)},
        "pending": {SEAT_NAMES[pending.seat]: pending.kind} if pending else {},
        "effects": [],
        "more": {
            "version": VERSION,
            "uses": g.uses,
            "todo": [written(task) for task in g.todo],
            "battle": _fought(g.fought),
            "winner": None if g.winner is None else SEAT_NAMES[g.winner],
        },
    }
    if g.phase == OVER:
        data["scores"] = scores(g)
    return data


def _lying(g: State, tile: int) -> Position:
    return {
        "hex": NAMES[g.hex[tile]],
        "side": g.side(tile),
        "pillars": {SEAT_NAMES[seat]: there[tile] for seat, there in enumerate(g.pillars) if there[tile]},
        "power": digits(g, tile),
    }


def _player(g: State, seat: int) -> Position:
    return {
        "pool": g.pool[seat],
        "fort": g.fort[seat],
        "ether": g.ether[seat],
        "pillars": g.left[seat],
        "power": {face.source: digits(g, board_spell(seat, place)) for place, face in enumerate(BOARD)},
        "claimed": [
            {
                "tile": IDS[tile],
                "side": g.side(tile),
                "sealed": bool(g.sealed >> tile & 1),
                "power": digits(g, tile),
            }
            for tile in g.claims[seat]
        ],
    }


def _fought(last: Fought | None) -> Position | None:
    """Return the last battle, however long ago, as its events told it."""
    if last is None:
        return None
    rolls = [list(dice) for dice in last.rolls]
    return {**last._asdict(), "attacked": dict(last.attacked), "rolls": rolls, "fought": dict(last.fought) or None}


def _battle(g: State) -> Position | None:
    if g.battle is None:
        return None
    tile, attacker, defender, hit, clash, blank, rerolls = g.battle
    return {
        "tile": TILES[tile].id,
        "attacker": SEAT_NAMES[attacker],
        "defender": SEAT_NAMES[defender],
        "hit": hit,
        "clash": clash,
        "blank": blank,
        "rerolls": rerolls,
    }
