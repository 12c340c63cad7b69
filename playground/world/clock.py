"""The playground's time: the machine's clock plus what a test has advanced it by, and ids made from it."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
_FARTHEST = 366 * 24 * 3600.0


class Timer:
    """A callback that is due at a time of the playground's clock; `cancel()` drops it."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class Clock:
    """Unix time in seconds, which follows the machine's clock, also over its sleep, and can be moved on by
    `advance`."""

    def __init__(self) -> None:
        self.ahead = 0.0
        """Seconds by which it has been moved on."""
        self._timers: list[tuple[float, int, Timer]] = []
        self._order = itertools.count()
        self._wake: asyncio.TimerHandle | None = None

    def time(self) -> float:
        return time.time() + self.ahead

    def advance(self, seconds: float) -> None:
        """Move the clock on by `seconds`; timers that become due run now, in their order. Raises ValueError."""
        if not 0 <= seconds <= _FARTHEST:
            raise ValueError("the clock only moves on, by at most a year at a time")
        self.ahead += seconds
        self._run_due()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        timer = Timer(callback)
        heapq.heappush(self._timers, (self.time() + seconds, next(self._order), timer))
        self._schedule()
        return timer

    def close(self) -> None:
        self._timers.clear()
        if self._wake is not None:
            self._wake.cancel()

    def _schedule(self) -> None:
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        while self._timers and self._timers[0][2].callback is None:
            heapq.heappop(self._timers)
        if self._timers:
            delay = max(0.0, self._timers[0][0] - self.time())
            self._wake = asyncio.get_running_loop().call_later(delay, self._run_due)

    def _run_due(self) -> None:
        while self._timers and self._timers[0][0] <= self.time():
            callback = heapq.heappop(self._timers)[2].callback
            if callback is not None:
                callback()
        self._schedule()


class Snowflakes:
    """Makes Discord ids: milliseconds since 2015 in the upper bits; strictly increasing."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.last = 0

    def skip(self, last: int, seconds: float) -> None:
        """Make no id up to `last`, nor any that could have followed it within `seconds`."""
        self.last = max(self.last, last + (int(seconds * 1000) << 22))

    def next(self) -> int:
        self.last = max(self.last + 1, (int(self._clock.time() * 1000) - DISCORD_EPOCH_MS) << 22)
        return self.last


def created(snowflake: int) -> float:
    """Return the Unix time in an id."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


def iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
