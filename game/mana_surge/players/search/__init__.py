"""The player called `search`: it looks at every turn that its points allow, and takes the one that ends best.

Where `greedy` weighs one step at a time, this player sees a step that prepares another, and an attack after a move.
"""

from __future__ import annotations

from random import Random

from game.core.decisions import Decision
from game.core.protocol import View
from game.mana_surge.players.search.field import field
from game.mana_surge.players.search.moment import Troops
from game.mana_surge.players.search.outlook import ended, standing
from game.mana_surge.players.search.position import worth
from game.mana_surge.players.search.turns import ends
from game.mana_surge.rules.game import Game
from game.mana_surge.rules.seats import PLAYERS
from game.mana_surge.rules.state import MOVE


def policy(view: View, decision: Decision, rng: Random, /) -> str:
    """Return the token that leads to the best end of the turn, in the fewest steps; a random colour or corner."""
    if decision.kind in ("colour", "corner"):
        return rng.choice(decision.tokens)
    g = Game.from_view(view).state
    now = standing(g)
    on, found = field(*now.rules), dict[Troops, str]()
    if decision.kind == "spawn":
        own, *others = now.troops
        for token in decision.tokens:
            for end in ends(on, (own | 1 << g.board.index[token], *others), 0, now.points, True):
                found.setdefault(end, token)
    else:
        found = ends(on, now.troops, 0, now.points, now.phase == MOVE)
    return found[max(found, key=lambda end: worth(on, ended(now, end), PLAYERS - 1))]
