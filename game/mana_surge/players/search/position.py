"""The value of a position at the end of a turn, by a few numbers."""

from __future__ import annotations

from typing import NamedTuple

from game.mana_surge.players.search.field import Field
from game.mana_surge.players.search.moment import Moment, Troops, decided
from game.mana_surge.rules.seats import PLAYERS


class Weights(NamedTuple):
    """What things are worth, in tenths of a mana.

    The Pool is worth `held` where nobody can attack it at once, else `pool`; `ready` is for being able to attack
    whoever is there, `ring` for each token that can; `far` is the cost of each step from the Pool. `rivals` is the
    factor of the better opponent's value, and `last` that of the other one's within it; `win` is for winning, or not
    being kept from it any more.
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


def strength(on: Field, troops: Troops, place: int, by: Weights = WEIGHTS) -> float:
    """Return the value of what a place has on the board, without its mana."""
    own = troops[place]
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


def worth(on: Field, now: Moment, me: int, by: Weights = WEIGHTS) -> float:
    """Return what the position is worth to a place, above all compared with the better of the others."""
    values = [strength(on, now.troops, place, by) + by.mana * now.mana[place] for place in range(PLAYERS)]
    if shares := decided(on, now):
        values = [value + by.win * share for value, share in zip(values, shares, strict=True)]
    first, second = sorted(value for place, value in enumerate(values) if place != me)
    return values[me] - by.rivals * (second + by.last * first)
