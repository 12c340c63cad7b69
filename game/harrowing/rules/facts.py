"""The facts that come with a question, for the player who answers it."""

from __future__ import annotations

from typing import Any

from game.harrowing.rules.battles import Reroll
from game.harrowing.rules.casting import invocations
from game.harrowing.rules.content import FACES, IDS
from game.harrowing.rules.meditation import Keep
from game.harrowing.rules.returning import Pool
from game.harrowing.rules.seats import SEAT_NAMES
from game.harrowing.rules.spells import name_of
from game.harrowing.rules.state import State
from game.harrowing.rules.steps.pillars import March
from game.harrowing.rules.steps.tiles import Move, Place, Side, Spin, Swap
from game.harrowing.rules.turn import Act, Triggers
from game.harrowing.rules.verbs import Resolve


def source(g: State) -> str:
    """Return the spell that asks, as it is printed: "weave", "2c1"; "" if the turn itself asks."""
    resolving = next((task for task in reversed(g.todo) if isinstance(task, Resolve | Act | Triggers | Keep)), None)
    if isinstance(resolving, Resolve):
        return FACES[resolving.face].id
    return ""


def facts(g: State) -> dict[str, Any]:
    """Return the data of the open question, by its kind.

    Each step of a spell has `spell` (its name in choices) and `it`, the tile that the spell placed or moved. `invoke`
    has `used` and `most` of the turn's invocations, or `beside` for one in addition to them. `order` has `when`; `keep`
    what is `kept` and the cubes kept in the fortress (`fort`, None if not said yet); `pool` the `spell`, the `count` of
    cubes and the seats (`to`) to choose from; `side` the `tile`; `spot` also which `side` of it is up; `to` and `with`
    the `tile` they begin from; `spin` the `tiles`; `reroll` `hit`, `clash`, `blank` and the `rerolls` left.
    """
    match g.todo[-1]:
        case Act(seat):
            return {"used": g.used, "most": invocations(g, seat)}
        case Triggers(when):
            return {"when": when}
        case Keep(_, kept, fort):
            return {"kept": [name_of(spell) for spell in kept], "fort": None if fort < 0 else fort}
        case Pool(_, spell, count, to, _):
            return {"spell": name_of(spell), "count": count, "to": [SEAT_NAMES[seat] for seat in to]}
        case Side(_, tile):
            return {"tile": IDS[tile]}
        case Place(_, tile, side):
            return {"tile": IDS[tile], "side": side}
        case Move(_, tile, _):
            return {"tile": IDS[tile], "side": g.side(tile)}
        case Swap(_, tile, _) | March(_, tile, _):
            return {"tile": IDS[tile]}
        case Spin(_, tiles):
            return {"tiles": [IDS[tile] for tile in tiles]}
        case Reroll() if g.battle is not None:
            _, _, _, hit, clash, blank, rerolls = g.battle
            return {"hit": hit, "clash": clash, "blank": blank, "rerolls": rerolls}
        case Resolve(_, spell, number, place, it):
            data: dict[str, Any] = {"spell": name_of(spell), "it": None if it < 0 else IDS[it]}
            return {**data, "beside": True} if FACES[number].steps[place].verb == "invoke" else data
    return {}
