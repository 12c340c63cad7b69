"""The player called `greedy`: it looks at what each answer brings once its spell is resolved, and takes the best."""

from __future__ import annotations

from random import Random

from game.core.decisions import Decision
from game.core.protocol import View
from game.harrowing.players.playing import best_after, world
from game.harrowing.rules.seats import SEAT_OF


def policy(view: View, decision: Decision, rng: Random, /) -> str:
    """Return the token after which the position is worth most to the seat; of several, a random one."""
    game, me = world(view, str(rng.random())), SEAT_OF[decision.seat]
    worths = {token: best_after(game, me, token) for token in decision.tokens}
    most = max(worths.values())
    return rng.choice([token for token, worth in worths.items() if worth > most - 1e-9])
