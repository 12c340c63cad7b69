"""Which events a shard receives, and how many shards may start sessions at a time."""

from __future__ import annotations

import math
from typing import Any

from playground.world.clock import Clock

IDENTIFY_EVERY = 5.0
"""Seconds between two session starts (IDENTIFY) in one queue."""

Shard = tuple[int, int]
"""The shard's number, and how many shards there are."""


def read(given: Any) -> Shard | None:
    """Parse a shard as a client sends it; None if it is invalid."""
    match given:
        case [int(number), int(count)] if 0 <= number < count:
            return number, count
    return None


def belongs(guild_id: int | None, shard: Shard) -> bool:
    """Whether a guild belongs to the shard; what is outside guilds, such as direct messages, belongs to shard 0."""
    return ((guild_id or 0) >> 22) % shard[1] == shard[0]


class Queues:
    """The queues for starting sessions, `concurrency` in all. A shard's queue is its number modulo that."""

    def __init__(self, clock: Clock, concurrency: int, every: float) -> None:
        self._clock = clock
        self._begun: dict[int, float] = {}
        self.concurrency = concurrency
        self.every = every

    def admit(self, shard: Shard) -> bool:
        """Return whether this shard may start a session now; if so, its queue is blocked for `every` seconds."""
        queue, now = shard[0] % self.concurrency, self._clock.time()
        if now - self._begun.get(queue, -math.inf) < self.every:
            return False
        self._begun[queue] = now
        return True
