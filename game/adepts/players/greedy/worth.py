"""What changes in gems, battery levels and miners are worth to a seat, in mana at the end of the game."""

from __future__ import annotations

from functools import lru_cache

from game.adepts.players.greedy.holdings import holding
from game.adepts.players.greedy.observation import Observation
from game.adepts.rules.gems import CITRINE, GEMS, VALUE, Gem, Seat

_LATER = 0.5
"""The part of an average gem that a miner kept for later rounds brings, since sites and gems run out. Found by
playing."""


def swing(
    s: Observation, seat: Seat, gem: Gem, first: int = 0, second: int = 0, third: int = 0, levels: int = 0
) -> float:
    """Return what it is worth to this seat if `seat` gets so many more gems of a type in stages 1, 2, 3, and battery
    levels."""
    return s.prospects[gem].swing(seat, first, second, third, levels)


def at_stage(s: Observation, seat: Seat, gem: Gem, stage: int, count: int, levels: int = 0) -> float:
    """Return the same for gems of a single stage."""
    stages = (count, 0, 0) if stage == 1 else (0, count, 0) if stage == 2 else (0, 0, count)
    return swing(s, seat, gem, *stages, levels=levels)


@lru_cache(maxsize=1)  # every token of a question asks for it
def miner_price(s: Observation) -> float:
    """Return what a miner that is not assigned yet may bring: part of an average gem, and of what each group gives
    besides."""
    gem = sum(swing(s, s.me, gem, 1) for gem in GEMS) / len(GEMS)
    return _LATER * gem * (1 + ((s.adepts[CITRINE] == s.me) + s.tunnels) / 3)


def standing(s: Observation, seat: Seat) -> float:
    """Return what a seat will have if things go on quietly: the higher, the more it is to be feared."""
    queue, battery = s.queues[seat], s.batteries[seat]
    return s.mana[seat] + sum(holding(VALUE[gem], s.turn, *queue[gem], battery[gem]) for gem in range(len(VALUE)))
