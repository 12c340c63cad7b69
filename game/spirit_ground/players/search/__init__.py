"""The player called `search`: it looks at whole placements, and at what the other player can answer in the same round.

Both tiles of a round are known once the pair is chosen, so whoever goes first sees every reply. Only what a relic
brings and the pairs to come are unknown; they are dealt anew.
"""

from __future__ import annotations

from random import Random

from game.core.decisions import Decision
from game.core.protocol import View
from game.spirit_ground.players.search.placing import Turn, best, reply, turns
from game.spirit_ground.players.worth import worth
from game.spirit_ground.rules.game import Game
from game.spirit_ground.rules.seats import OTHER, SEAT_NAMES, SEAT_OF, Seat
from game.spirit_ground.rules.state import FIRST, ORDER, PAIR

REPLIED = 40
"""The most placements for which the other player's best answer is searched."""


def policy(view: View, decision: Decision, rng: Random, /) -> str:
    """Return the token that leads to the best end of the round."""
    game, me = Game.from_view(view, str(rng.random())), SEAT_OF[decision.seat]
    game.state.telling = False
    if decision.kind == PAIR:
        return max(decision.tokens, key=lambda token: with_pair(game, me, token))
    if decision.kind == ORDER:
        return max(decision.tokens, key=lambda token: with_order(game, me, token))
    found = turns(game, me, fine=True)
    if game.state.phase == FIRST:
        found.sort(key=lambda turn: turn.worth, reverse=True)
        found = [turn._replace(worth=replied(turn, me)) for turn in found[:REPLIED]]
    return max(found, key=lambda turn: turn.worth).answers[0]


def replied(turn: Turn, me: Seat) -> float:
    """Return the value of a placement after the other player's best answer to it."""
    if turn.game.over or turn.game.asked != [SEAT_NAMES[OTHER[me]]]:
        return turn.worth
    return -reply(turn.game, OTHER[me])


def with_pair(game: Game, me: Seat, token: str) -> float:
    """Return the value of a pair, with the order that is best for whoever chooses it."""
    twin = game.copy()
    twin.play(SEAT_NAMES[me], token)
    if twin.kind(twin.asked[0]) != ORDER:
        return worth(twin.state, me)
    chooser = SEAT_OF[twin.asked[0]]
    values = [with_order(twin, chooser, each) for each in SEAT_NAMES]
    return max(values) if chooser == me else -max(values)


def with_order(game: Game, me: Seat, token: str) -> float:
    """Return the value of an order: both players, first and second, make the placement that looks best at once."""
    twin = game.copy()
    twin.play(SEAT_NAMES[me], token)
    first = SEAT_OF[token]
    after = best(twin, first)
    if after.game.over:
        return worth(after.game.state, me)
    last = best(after.game, OTHER[first])
    return worth(last.game.state, me)
