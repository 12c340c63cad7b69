"""Why a token of the notation is not legal here: the rule and the facts, worded in `explaining`.

This module only explains; legality is decided where tokens are listed.
"""

from __future__ import annotations

from game.core.decisions import OTHER, PASS, Question, Reason
from game.spirit_ground.rules import crystals, turn
from game.spirit_ground.rules.crystals import KEPT
from game.spirit_ground.rules.ground import INDEX, NAMES, TOPS
from game.spirit_ground.rules.seats import SEAT_NAMES
from game.spirit_ground.rules.state import ENHANCE, State
from game.spirit_ground.rules.tokens import is_pair


def reason(g: State, asked: Question, token: str) -> Reason:
    """Return the first rule that forbids the token."""
    if token == PASS and asked.kind != ENHANCE:
        return Reason("must_choose", {"kind": asked.kind})
    if not _fits(asked.kind, token):
        return Reason(OTHER, {"kind": asked.kind, "token": token})
    match asked.kind:
        case "pair":
            return Reason("no_pair", {"pair": token}, 6)
        case "place":
            return _place(g, asked, token)
        case "pay":
            return _pay(g, asked, token)
        case "rotate":
            return Reason("same_arrows", {"top": token}, 10)
        case "enhance":
            return _enhance(g, asked, token)
        case _:
            return Reason("no_target", {"square": token}, 15)


def _fits(kind: str, token: str) -> bool:
    """Return whether a token is of the sort that this kind of question asks for."""
    match kind:
        case "pair":
            return is_pair(token)
        case "order":
            return token in SEAT_NAMES
        case "place" | "target":
            return token in INDEX
        case "rotate":
            return token in TOPS
        case "pay":
            return token != PASS and crystals.read(token) is not None
        case _:
            return crystals.read(token) is not None


def _place(g: State, asked: Question, token: str) -> Reason:
    square = INDEX[token]
    if g.occupied >> square & 1:
        tile = g.content.tiles[g.tile[square]].name
        return Reason("taken", {"square": token, "tile": tile, "seat": SEAT_NAMES[g.owner(square)]}, 7)
    storage = g.storage[asked.seat]
    data = {"square": token, "cost": turn.cost(g, square), "energy": storage.energy, "spirit": storage.spirit}
    return Reason("too_dear", data, 8)


def _pay(g: State, asked: Question, token: str) -> Reason:
    paid, storage = crystals.read(token), g.storage[asked.seat]
    assert paid is not None
    assert g.newest is not None
    cost = turn.cost(g, g.newest)
    if paid.total != cost:
        return Reason("wrong_price", {"cost": cost, "count": paid.total, "square": NAMES[g.newest]}, 8)
    if not paid.spirit:
        return Reason("no_spirit", {"square": NAMES[g.newest]}, 8)
    return Reason("not_stored", {"energy": storage.energy, "spirit": storage.spirit}, 8)


def _enhance(g: State, asked: Question, token: str) -> Reason:
    put, storage = crystals.read(token), g.storage[asked.seat]
    assert put is not None
    if put.energy > storage.energy or put.spirit > storage.spirit:
        return Reason("not_stored", {"energy": storage.energy, "spirit": storage.spirit}, 12)
    return Reason("too_many_left", {"left": storage.total - put.total, "most": KEPT}, 12)
