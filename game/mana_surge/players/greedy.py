"""The player called `greedy`: it looks at what each answer brings at once, and takes the best.

Nothing but the seed is hidden in this game, so a view is the whole position, and the rules themselves tell what an
answer brings.
"""

from __future__ import annotations

from functools import cache
from random import Random

from game.core.decisions import Decision
from game.core.protocol import View
from game.mana_surge.rules.boards import Board
from game.mana_surge.rules.game import Game
from game.mana_surge.rules.hexes import Hex, hexes
from game.mana_surge.rules.seats import SEAT_OF, SEATS, Seat
from game.mana_surge.rules.state import State

MANA, POOL, RIVAL_POOL = 10.0, 6.0, 4.0
ACTION, SPAWN = 3.0, 1.5
TOKEN = 0.6
READY, EXPOSED = 1.5, 0.5
FAR = 0.12


def policy(view: View, decision: Decision, rng: Random, /) -> str:
    """Return the token after which the position is worth most to the seat; of several, a random one."""
    game = Game.from_view(view)
    me = SEAT_OF[decision.seat]
    worths = {token: _after(game, decision.seat, token, me) for token in decision.tokens}
    most = max(worths.values())
    return rng.choice([token for token, worth in worths.items() if worth > most - 1e-9])


def _after(game: Game, seat: str, token: str, me: Seat) -> float:
    twin = game.copy()
    twin.play(seat, token)
    return worth(twin.state, me)


def worth(g: State, me: Seat) -> float:
    """Return what a position is worth to a seat, in tenths of a mana."""
    others = [seat for seat in SEATS if seat != me]
    rivals = g.troops[others[0]] | g.troops[others[1]]
    return (
        _seat(g, me, rivals)
        + MANA * g.mana[me]
        - max(MANA * g.mana[seat] for seat in others)
        - 0.3 * sum(_seat(g, seat, g.occupied & ~g.troops[seat]) for seat in others)
        - (RIVAL_POOL if rivals & g.board.pool else 0)
    )


def _seat(g: State, seat: Seat, rivals: int) -> float:
    """Return what a seat's tokens and their places are worth, without its mana."""
    board, own = g.board, g.troops[seat]
    found = TOKEN * own.bit_count()
    found += ACTION * (own & board.action).bit_count() + SPAWN * (own & board.spawn).bit_count()
    if own & board.pool:
        found += POOL
    for each in hexes(own & ~board.locks):
        if board.attack[each] > 1 and board.around[each] & board.pool & rivals:
            found += READY
        found -= FAR * _steps(board)[each]
    for each in hexes(own):
        danger = any(g.play.outcome(near, each).target for near in hexes(board.around[each] & rivals & ~board.locks))
        if danger:
            found -= EXPOSED * (4 if board.pool >> each & 1 else 1)
    return found


@cache
def _steps(board: Board) -> tuple[int, ...]:
    """Return the distance of each hex from the Pool, in steps."""
    far = {Hex(board.pool.bit_length() - 1): 0}
    edge = list(far)
    for each in edge:
        for near in hexes(board.around[each]):
            if near not in far:
                far[near] = far[each] + 1
                edge.append(near)
    return tuple(far[Hex(at)] for at in range(len(board.names)))
