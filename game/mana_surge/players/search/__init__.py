"""The player called `search`: it looks at every turn that its points allow, and takes the one that ends best.

Where `greedy` weighs one step at a time, this player sees a step that prepares another, and an attack after a move.
"""

from __future__ import annotations

from random import Random

from game.core.decisions import Decision
from game.core.protocol import View
from game.mana_surge.players.search.field import field
from game.mana_surge.players.search.position import Troops, drawn, worth
from game.mana_surge.players.search.turns import ends
from game.mana_surge.rules.game import Game
from game.mana_surge.rules.seats import SEAT_OF
from game.mana_surge.rules.state import MOVE


def policy(view: View, decision: Decision, rng: Random, /) -> str:
    """Return the token that leads to the best end of the turn, in the fewest steps; a random colour or corner."""
    if decision.kind in ("colour", "corner"):
        return rng.choice(decision.tokens)
    g, me = Game.from_view(view).state, SEAT_OF[decision.seat]
    on, troops, mana = field(g.board, g.fierce), tuple(g.troops), tuple(g.mana)
    found: dict[Troops, str] = {}
    if decision.kind == "spawn":
        for token in decision.tokens:
            after = (*troops[:me], troops[me] | 1 << g.board.index[token], *troops[me + 1 :])
            for end in ends(on, after, me, g.points, True):
                found.setdefault(end, token)
    else:
        found = ends(on, troops, me, g.points, g.phase == MOVE)
    return found[max(found, key=lambda end: worth(on, end, drawn(on, end, mana, me), me))]
