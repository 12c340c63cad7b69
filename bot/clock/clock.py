"""What time it is: the machine's clock, but for its jumps."""

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
"""By how much the machine's clock may run otherwise than time does, and still be followed: at once, and a second."""


def elapsed() -> float:
    """Seconds that have really gone by since some moment, those in which the machine slept too where it can tell."""
    steady = getattr(time, "CLOCK_BOOTTIME", None)  # Linux
    return time.monotonic() if steady is None else time.clock_gettime(steady)


class Clock:
    """The one clock of the bot: everything that waits, and every moment that is kept, goes by it.

    It follows the machine's clock as long as that keeps pace with the time that really goes by. If that jumps, forward
    or back, this one goes on as before: nothing is due early, nothing twice. A new process begins with what the machine
    says then. Safe to be read from any thread; it never goes back.
    """

    def __init__(self, wall: Callable[[], datetime] = utc_now, elapsed: Callable[[], float] = elapsed) -> None:
        self.wall = wall
        """The machine's clock as it is: what other processes see."""
        self.moved: list[Callable[[], None]] = []
        """Called when it is moved by hand; they must not block or raise."""
        self.elapsed = elapsed
        """Seconds that have really gone by since some moment."""
        self._lock = threading.Lock()
        self._seen = wall(), elapsed()
        self._off = timedelta()
        """What all jumps so far make together, to be added to the machine's clock."""
        self._latest = self._seen[0]

    def now(self) -> datetime:
        """The time, aware, in UTC."""
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
    """A clock for tests and simulations, which is moved on by hand: weeks in seconds.

    It runs by itself too, unless it `stands` at a moment until it is moved.
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
        """Move it on; what waits notices at once. Raises ValueError if it were to go back."""
        if by < timedelta():
            raise ValueError("the clock only moves on")
        self.ahead += by
        for listener in self.moved:
            listener()

    def set(self, moment: datetime) -> None:
        """Move it on to that moment, or back: to begin at some time in history, before anything waits."""
        self.ahead += moment.astimezone(UTC) - self.now()
