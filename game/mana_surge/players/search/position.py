"""The value of a position at the end of a turn, by a few numbers."""

from __future__ import annotations

from typing import NamedTuple

from game.mana_surge.players.search.field import Field
from game.mana_surge.rules.seats import ENOUGH, PLAYERS

Troops = tuple[int, ...]


class Weights(NamedTuple):
    """What things are worth, in tenths of a mana.

    The Pool is worth `held` where nobody can attack it at once, else `pool`; `ready` is for being able to attack
    whoever is there, `ring` for each token that can; `far` is the cost of each step from the Pool. `rivals` is the
    factor of the better opponent's value, and `last` that of the other one's within it.
    """

    mana: float = 10.0
    pool: float = 5.0
    held: float = 6.0
    ready: float = 2.0
    ring: float = 0.5
    action: float = 3.0
    spawn: float = 1.2
    token: float = 1.0
    exposed: float = 0.8
    far: float = 0.15
    rivals: float = 0.5
    last: float = 0.5
    win: float = 60.0


WEIGHTS = Weights()


def strength(on: Field, troops: Troops, seat: int, by: Weights = WEIGHTS) -> float:
    """Return the value of what a seat has on the board, without its mana."""
    own = troops[seat]
    rivals = sum(troops) - own
    struck = on.struck(rivals)
    free = own & ~on.locks
    found = by.token * own.bit_count() + by.action * (own & on.action).bit_count()
    found += by.spawn * (own & on.spawn).bit_count() - by.exposed * (own & struck).bit_count()
    if own & on.pool:
        found += by.pool if struck & on.pool else by.held
    ready = (free & on.ready).bit_count()
    found += by.ready * min(ready, 1) + by.ring * ready
    for far, ring in enumerate(on.rings, 1):
        found -= by.far * far * (free & ring).bit_count()
    return found


def drawn(on: Field, troops: Troops, mana: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return the mana after the seat's turn: its token on the Pool draws one."""
    return (*mana[:seat], mana[seat] + 1, *mana[seat + 1 :]) if troops[seat] & on.pool else mana


def worth(on: Field, troops: Troops, mana: tuple[int, ...], me: int, by: Weights = WEIGHTS) -> float:
    """Return what the position is worth to a seat, above all compared with the better of the others."""
    values = [strength(on, troops, seat, by) + by.mana * mana[seat] for seat in range(PLAYERS)]
    for seat in range(PLAYERS):
        if mana[seat] >= ENOUGH:
            values[seat] += by.win
    first, second = sorted(value for seat, value in enumerate(values) if seat != me)
    return values[me] - by.rivals * (second + by.last * first)
