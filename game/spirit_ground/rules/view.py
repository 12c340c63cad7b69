"""The position as data (notation, "Position"). Hidden are the seed and the order of the decks and of the bag."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.core.decisions import Question
from game.spirit_ground.rules.check import strength
from game.spirit_ground.rules.crystals import ENERGY, SPIRIT, Crystals
from game.spirit_ground.rules.ground import NAMES, TOPS, squares
from game.spirit_ground.rules.scoring import scores
from game.spirit_ground.rules.seats import SEAT_NAMES, SEATS, Seat
from game.spirit_ground.rules.state import EMPTY, OVER, TARGET, State

Position = dict[str, Any]

VERSION = 1
"""The version of the stored form."""


def position(g: State, pending: Question | None) -> Position:
    """Return the whole state as JSON-ready data."""
    data = view(g, pending)
    data["seed"] = g.seed
    data["decks"] = {SEAT_NAMES[seat]: _ids(g, g.decks[seat]) for seat in SEATS}
    data["bag_order"] = list(g.bag)
    return data


def view(g: State, pending: Question | None) -> Position:
    """Return the position as everybody sees it."""
    data: Position = {
        "turn": g.turn,
        "phase": g.phase,
        "active": SEAT_NAMES[g.active],
        "first": _seat(g.first),
        "over": g.phase == OVER,
        "ply": g.ply,
        "content": g.content.name,
        "stream": [_ids(g, pair) for pair in g.stream],
        "pair": None if g.pair is None else _ids(g, g.pair),
        "newest": None if g.newest is None else NAMES[g.newest],
        "tiles": {NAMES[square]: _tile(g, square) for square in squares(g.occupied)},
        "ground": {NAMES[square]: _crystals(there) for square, there in enumerate(g.ground) if there},
        "relics": [NAMES[square] for square in squares(g.relics)],
        "players": {
            SEAT_NAMES[seat]: {
                **_crystals(g.storage[seat]),
                "relics": g.taken_relics[seat],
                "dead": g.fallen[seat].bit_count(),
                "deck_size": len(g.decks[seat]),
            }
            for seat in SEATS
        },
        "supply": _crystals(g.supply),
        "bag": {ENERGY: g.bag.count(ENERGY), SPIRIT: g.bag.count(SPIRIT)},
        "spirit_track": g.deaths,
        "last_relic": _seat(g.last_relic),
        "pending": {SEAT_NAMES[pending.seat]: pending.kind} if pending else {},
        "effects": [],
        "more": {
            "version": VERSION,
            **({"targets": [NAMES[square] for square in squares(g.others)]} if g.step == TARGET else {}),
        },
    }
    if g.phase == OVER:
        data["scores"] = scores(g)
    return data


def _tile(g: State, square: int) -> Position:
    top = g.top[square]
    return {
        "tile": g.content.tiles[g.tile[square]].id,
        "seat": SEAT_NAMES[g.owner(square)],
        "top": None if top == EMPTY else TOPS[top],
        "energy": g.energy[square],
        "spirit": g.spirit[square],
        "alive": bool((g.living[0] | g.living[1]) >> square & 1),
        "strength": strength(g, square),
    }


def _ids(g: State, tiles: Iterable[int]) -> list[str]:
    return [g.content.tiles[tile].id for tile in tiles]


def _crystals(some: Crystals) -> Position:
    return {ENERGY: some.energy, SPIRIT: some.spirit}


def _seat(seat: Seat | None) -> str | None:
    return None if seat is None else SEAT_NAMES[seat]
