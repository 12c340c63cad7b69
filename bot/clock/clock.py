"""The current time: the machine's clock without its jumps."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from storage.columns import utc_now

log = logging.getLogger(__name__)

_SLACK = timedelta(seconds=2)
_DRIFT = 0.001
"""How far the machine's clock may deviate from elapsed time and still be followed: `_SLACK` at once, plus `_DRIFT`
seconds for each second elapsed."""


def elapsed() -> float:
    """Return the seconds elapsed since some fixed moment, with those in which the machine slept where the system counts
    them."""
    steady = getattr(time, "CLOCK_BOOTTIME", None)  # Linux
    return time.monotonic() if steady is None else time.clock_gettime(steady)


class Clock:
    """The bot's only clock: all timers and all stored moments go by it.

    It follows the machine's clock as long as that keeps pace with elapsed time. If the machine's clock jumps, forward
    or back, this one carries on as before: nothing is due early, nothing twice. A new process starts with what the
    machine says then. It is thread-safe and never goes back.
    """

    def __init__(self, wall: Callable[[], datetime] = utc_now, elapsed: Callable[[], float] = elapsed) -> None:
        self.wall = wall
        """The machine's clock, uncorrected: what other processes see."""
        self.moved: list[Callable[[], None]] = []
        """Callbacks for when the clock is moved by hand; they must not block or raise."""
        self.elapsed = elapsed
        """Seconds elapsed since some fixed moment."""
        self._lock = threading.Lock()
        self._seen = wall(), elapsed()
        self._off = timedelta()
        """The correction for all jumps so far, to be added to the machine's clock."""
        self._latest = self._seen[0]

    def now(self) -> datetime:
        """Return the current time: timezone-aware, in UTC."""
        with self._lock:
            before, (wall, elapsed) = self._seen, (self.wall(), self.elapsed())
            really = timedelta(seconds=elapsed - before[1])
            jump = (wall - before[0]) - really
            if abs(jump) > _SLACK + abs(really) * _DRIFT:
                self._off -= jump
                log.warning(
                    "the machine's clock has jumped; deadlines, and the times that people read, go on by the time that"
                    " has really gone by, until the next start",
                    extra={"seconds": round(jump.total_seconds())},
                )
            self._seen = wall, elapsed
            self._latest = max(self._latest, wall + self._off)
            return self._latest


class MovedClock(Clock):
    """A clock for tests and simulations that is moved on by hand, weeks in seconds.

    It also runs by itself, unless it `stands` at a given moment until it is moved.
    """

    def __init__(self, stands: datetime | None = None) -> None:
        self.ahead = timedelta()
        if stands is None:
            super().__init__()
        else:
            super().__init__(lambda: stands, lambda: 0.0)

    def now(self) -> datetime:
        return super().now() + self.ahead

    def advance(self, by: timedelta) -> None:
        """Move the clock on; the listeners in `moved` are called at once. Raises ValueError if `by` is negative."""
        if by < timedelta():
            raise ValueError("the clock only moves on")
        self.ahead += by
        for listener in self.moved:
            listener()

    def set(self, moment: datetime) -> None:
        """Set the clock to a moment, later or earlier: for beginning at some time in history, before any timer is
        set."""
        self.ahead += moment.astimezone(UTC) - self.now()
