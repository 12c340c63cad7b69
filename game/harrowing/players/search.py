"""The player called `search`: it plays the likeliest answers on, for all seats, in worlds that could be the real one.

In every world the stack is dealt anew and dice are rolled anew. A few rounds are played by rules of thumb, and the
positions reached are judged.
"""

from __future__ import annotations

from heapq import nlargest
from random import Random

from game.core.decisions import Decision
from game.core.protocol import View
from game.core.search import Late, Stage, best, never
from game.harrowing.players.playing import best_after, world
from game.harrowing.players.quick import answer
from game.harrowing.players.worth import WON, worth
from game.harrowing.rules.game import Game
from game.harrowing.rules.seats import SEAT_OF

CANDIDATES = 8
"""The most answers that are played on."""
ROUNDS = 2
"""How many rounds are played on."""
LIMIT = 120.0
"""The most that a result counts, so that luck in a few games does not outweigh everything else."""
PRIOR = 0.3
"""The weight of what an answer is worth at once, beside the results of playing on."""
STAGES = (Stage(10, 5), Stage(20, 3), Stage(30, 1))


def policy(view: View, decision: Decision, rng: Random, /, late: Late = never) -> str:
    """Return the token after which games go best."""
    me = SEAT_OF[decision.seat]
    first = world(view, str(rng.random()))
    values = {token: best_after(first, me, token) for token in decision.tokens}
    candidates = nlargest(CANDIDATES, decision.tokens, key=values.__getitem__)
    if values[candidates[0]] >= WON:
        return candidates[0]
    turn = first.state.turn + ROUNDS

    def deal(rng: Random) -> tuple[Game, float]:
        return world(view, str(rng.random())), rng.random()

    def played(dealt: tuple[Game, float], token: str) -> float:
        game, seed = dealt[0].copy(), Random(dealt[1])
        game.play(decision.seat, token)
        while not game.over and game.state.turn < turn:
            game.play(game.asked[0], answer(game, seed))
        return max(-LIMIT, min(LIMIT, worth(game.state, me))) + PRIOR * values[token]

    return best(candidates, deal, played, STAGES, rng, late)
