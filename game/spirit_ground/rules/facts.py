"""The facts that come with a question, for the player who answers it."""

from __future__ import annotations

from typing import Any

from game.core.decisions import Question
from game.spirit_ground.rules import turn
from game.spirit_ground.rules.ground import NAMES
from game.spirit_ground.rules.state import ENHANCE, ORDER, PAIR, PAY, PLACE, State


def facts(g: State, asked: Question) -> dict[str, Any]:
    """Return the data of a question: `tile` and its `name` for the tile to be placed, or being placed on `square`; the
    `pair` at the choice of the order; the `cost` of a shrine; how many crystals are in `storage`."""
    if asked.kind == PAIR or g.pair is None:
        return {}
    tiles = [g.content.tiles[tile].id for tile in g.pair]
    if asked.kind == ORDER:
        return {"pair": tiles}
    data: dict[str, Any] = {"tile": tiles[asked.seat], "name": g.content.tiles[g.pair[asked.seat]].name}
    if asked.kind == PLACE:
        return data
    assert g.newest is not None
    data["square"] = NAMES[g.newest]
    if asked.kind == PAY:
        data["cost"] = turn.cost(g, g.newest)
    if asked.kind == ENHANCE:
        data["storage"] = g.storage[asked.seat].total
    return data
