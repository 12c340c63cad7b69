"""The player called `search`: plans whole turns in worlds that could be the real one, and fears what can be answered.

The stack is dealt anew and dice are rolled anew in every world; what an answer is worth is the best end of the turn
that a narrow search finds behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from random import Random

from game.core.decisions import PASS, Decision
from game.core.protocol import View
from game.core.search import Late, Stage, best, never
from game.harrowing.players.playing import after, best_after, world
from game.harrowing.players.worth import WON, threat, worth
from game.harrowing.rules.game import Game
from game.harrowing.rules.seats import SEAT_NAMES, SEAT_OF, Seat

CANDIDATES = 6
"""Answers that are looked at more closely than at once."""
WIDTH = 4
"""Positions from which a turn is planned on after each invocation."""
MOST = 800
"""Positions that are looked at for one answer in one world, or hardly more: a count, so that the same question has the
same answer."""
STAGES = (Stage(1, 4), Stage(2, 2), Stage(2, 1))


def policy(view: View, decision: Decision, rng: Random, /, late: Late = never) -> str:
    """The token behind which turns end best."""
    me = SEAT_OF[decision.seat]
    first = world(view, str(rng.random()))
    values = {token: best_after(first, me, token) for token in decision.tokens}
    candidates = nlargest(CANDIDATES, decision.tokens, key=values.__getitem__)
    if values[candidates[0]] >= WON:
        return candidates[0]

    def deal(rng: Random) -> Game:
        return world(view, str(rng.random()))

    return best(candidates, deal, lambda game, token: _planned(game, me, token), STAGES, rng, late)


def _planned(game: Game, me: Seat, token: str) -> float:
    """What the turn ends with at best, once this is answered."""
    level, found, looked = list(after(game, me, token)), -2 * WON, 0
    while level:
        looked += len(level)
        open_ones = []
        for each in level:
            if _acting(each, me):
                open_ones.append(each)
            else:
                found = max(found, _ended(each, me))
        best_ones = nlargest(WIDTH, open_ones, key=lambda each: worth(each.state, me))
        if looked > MOST and best_ones:
            return max(found, *(_ended(_stopped(each, me), me) for each in best_ones))
        level = [then for each in best_ones for then in _onward(each, me)]
    return found


def _acting(game: Game, me: Seat) -> bool:
    return not game.over and game.asked == [SEAT_NAMES[me]] and game.state.active == me


def _stopped(game: Game, me: Seat) -> Game:
    """The turn is over, if it can be: nothing more is invoked."""
    seat, twin = SEAT_NAMES[me], game.copy()
    if PASS in twin.legal(seat):
        twin.play(seat, PASS)
    return twin


def _onward(game: Game, me: Seat) -> Iterator[Game]:
    """All that the next invocation can lead to."""
    for token in game.legal(SEAT_NAMES[me]):
        yield from after(game, me, token)


def _ended(game: Game, me: Seat) -> float:
    """A turn's end: what others could win with at once weighs most."""
    g = game.state
    found = worth(g, me)
    if not game.over:
        found -= sum(threat(g, seat) for seat in range(g.players) if seat != me)
    return found
