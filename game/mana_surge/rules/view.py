"""The position as data (notation, "Position"). Only the seed is hidden from anybody."""

from __future__ import annotations

from typing import Any

from game.core.decisions import Event, Question
from game.mana_surge.rules.hexes import hexes
from game.mana_surge.rules.scoring import scores
from game.mana_surge.rules.seats import SEAT_NAMES, SEATS, Seat
from game.mana_surge.rules.state import OVER, State

Position = dict[str, Any]

VERSION = 1
"""The version of the stored form."""
FIERCE = "fierce"
"""The source of the effect that makes an attack equal to the defence kill."""


def position(g: State, pending: Question | None) -> Position:
    """Return the whole state as JSON-ready data."""
    data = view(g, pending)
    data["seed"] = g.seed
    return data


def view(g: State, pending: Question | None) -> Position:
    """Return the position as everybody sees it."""
    names = g.board.names
    owners = {hex: SEAT_NAMES[seat] for seat in SEATS for hex in hexes(g.troops[seat])}
    data: Position = {
        "turn": g.turn,
        "phase": g.phase,
        "first": _seat(g.first),
        "active": _seat(g.active),
        "over": g.phase == OVER,
        "ply": g.ply,
        "board": g.board.name,
        "points": g.points,
        "spawns": g.spawns,
        "troops": {names[hex]: owners[hex] for hex in sorted(owners)},
        "players": {
            SEAT_NAMES[seat]: {
                "colour": g.colours[seat],
                "corner": None if (at := g.corners[seat]) is None else names[g.board.corners[at]],
                "mana": g.mana[seat],
                "tokens": g.tokens(seat),
            }
            for seat in SEATS
        },
        "pending": {SEAT_NAMES[pending.seat]: pending.kind} if pending else {},
        "effects": [{"source": FIERCE}] if g.fierce else [],
        "more": {
            "version": VERSION,
            "colours": g.choice,
            "fierce": g.fierce,
            "trail": [_row(event) for event in g.trail],
            "last": [_row(event) for event in g.last],
        },
    }
    if g.phase == OVER:
        data["scores"] = scores(g)
    return data


def _seat(seat: Seat | None) -> str | None:
    return None if seat is None else SEAT_NAMES[seat]


def _row(event: Event) -> dict[str, Any]:
    """Return a step of a turn as data."""
    return {"kind": event.kind, "seat": event.seat, **event.data}
