"""The position as data, written whole and as one seat sees it (notation, "Position"). `restore` and `reader` read it.

This is the only place that decides what a seat may see of a position; events themselves say who may know of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from game.adepts.rules.effects import Effect, barriers
from game.adepts.rules.gems import GEM_NAMES, GEMS, SEAT_NAMES, SEATS, Seat, site_at
from game.adepts.rules.scoring import scores
from game.adepts.rules.state import State
from game.core.decisions import Question

Position = dict[str, Any]

VERSION = 1
"""The version of the stored form."""
_NAMES: Mapping[Seat | None, str | None] = {None: None, **dict(zip(SEATS, SEAT_NAMES, strict=True))}


def position(g: State, pending: Iterable[Question]) -> Position:
    """Return the whole state as JSON-ready data."""
    data = _public(g)
    data["ply"] = g.ply
    data["seed"] = g.seed
    data["library"] = list(g.library)
    data["pending"] = {SEAT_NAMES[q.seat]: q.kind for q in pending}
    for seat in SEATS[: g.players]:
        player = data["players"][SEAT_NAMES[seat]]
        player["hand"] = list(g.hands[seat])
        player["hand_size"] = len(g.hands[seat])
        player["drawn"] = list(g.drawn[seat])
    data["more"] = {
        "version": VERSION,
        "uses": g.uses,
        "aside": [list(cards) for cards in g.aside],
        "sealed": g.sealed and [g.sealed.ply, list(g.sealed.hand_sizes), list(g.sealed.seats)],
        "agenda": [[type(task).__name__, *_plain(task)] for task in g.agenda],
        "rules": [row.rule.name for row in g.effects],
    }
    return data


def view(g: State, pending: Iterable[Question], me: Seat | None) -> Position:
    """Return the position as a seat (None: an onlooker) may see it.

    While spells are researched, the others are shown as they were the moment before, with who is not done yet
    (notation, "Research").
    """
    data = _public(g)
    asked = {SEAT_NAMES[q.seat]: q.kind for q in pending}
    sizes: Iterable[int] = map(len, g.hands)
    data["ply"] = g.ply
    if g.sealed:
        data["ply"], sizes = g.sealed.ply, g.sealed.hand_sizes
        asked = {
            seat: kind if me is not None and seat == SEAT_NAMES[me] else "research" for seat, kind in asked.items()
        }
    data["pending"] = asked
    for seat, size in zip(SEATS, sizes, strict=False):
        data["players"][SEAT_NAMES[seat]]["hand_size"] = size
    if me is not None:
        player = data["players"][SEAT_NAMES[me]]
        player["hand"] = list(g.hands[me])
        player["hand_size"] = len(g.hands[me])
        player["drawn"] = list(g.drawn[me])
    return data


def _public(g: State) -> Position:
    """Return what everybody can see at any time."""
    parties = [party and [SEAT_NAMES[party.seat], party.miners] for party in g.sites]
    data: Position = {
        "turn": g.turn,
        "phase": g.phase,
        "step": g.step,
        "first": SEAT_NAMES[g.first],
        "over": g.over,
        "spells": list(g.spells),
        "deck": g.deck,
        "mines": {
            GEM_NAMES[mine]: {
                "stock": g.stocks[mine],
                "inside": parties[site_at(mine, 0)],
                "sites": parties[site_at(mine, 1) : site_at(mine, 3) + 1],
                "barrier": [SEAT_NAMES[seat] for seat in barriers(g, mine)] if g.effects else [],
            }
            for mine in GEMS
        },
        "players": {
            SEAT_NAMES[seat]: {
                "miners": g.miners[seat],
                "queue": {GEM_NAMES[gem]: g.queues[seat][3 * gem : 3 * gem + 3] for gem in GEMS},
                "battery": dict(zip(GEM_NAMES, g.batteries[seat], strict=True)),
                "mana": g.mana[seat],
                "in_play": list(g.in_play[seat]),
            }
            for seat in SEATS[: g.players]
        },
        "adepts": {GEM_NAMES[gem]: _NAMES[g.adepts[gem]] for gem in GEMS},
        "library_size": len(g.library),
        "discard": list(g.discard),
        "processing": _NAMES[g.processing],
        "effects": [_row(row) for row in g.effects],
    }
    if g.over:
        data["scores"] = {SEAT_NAMES[seat]: line.to_dict() for seat, line in scores(g).items()}
    return data


def _row(row: Effect) -> dict[str, Any]:
    """Return a row in force, with the columns that apply."""
    columns = {
        "gem": None if row.gem is None else GEM_NAMES[row.gem],
        "stage": row.stage or None,
        "count": row.amount or None,
    }
    shown = {name: value for name, value in columns.items() if value is not None}
    return {"source": row.source, "seat": SEAT_NAMES[row.seat], **shown}


def _plain(values: Iterable[Any]) -> list[Any]:
    """Turn tuples into lists, so that data compares equal before and after JSON."""
    return [_plain(value) if isinstance(value, tuple) else value for value in values]
