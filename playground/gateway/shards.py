"""What a shard is told of, and how many of them may begin their sessions at a time."""

from __future__ import annotations

import math
from typing import Any

from playground.world.clock import Clock

IDENTIFY_EVERY = 5.0
"""Seconds between two sessions that begin in one queue."""

Shard = tuple[int, int]
"""Its number, and how many there are."""


def read(given: Any) -> Shard | None:
    """As a client says it; None for what cannot be."""
    match given:
        case [int(number), int(count)] if 0 <= number < count:
            return number, count
    return None


def belongs(guild_id: int | None, shard: Shard) -> bool:
    """Whether a guild is the shard's; what is no guild's, such as direct messages, is the first one's."""
    return ((guild_id or 0) >> 22) % shard[1] == shard[0]


class Queues:
    """As many as shards that may begin their sessions at the same moment: those whose numbers leave different rests."""

    def __init__(self, clock: Clock, concurrency: int, every: float) -> None:
        self._clock = clock
        self._begun: dict[int, float] = {}
        self.concurrency = concurrency
        self.every = every

    def admit(self, shard: Shard) -> bool:
        """Whether this one may begin now: then its queue is taken for a while."""
        queue, now = shard[0] % self.concurrency, self._clock.time()
        if now - self._begun.get(queue, -math.inf) < self.every:
            return False
        self._begun[queue] = now
        return True
