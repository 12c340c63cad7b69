"""Work that runs whenever it is poked, such as writing one message: never twice at once, and retried after a
failure."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.delivery.rest import Gone, Later, Refused
from storage import DatabaseAway

log = logging.getLogger(__name__)

_LONGEST = 600.0
"""Longest pause in seconds before a retry."""
_SHARE, _A_DAY = 1 / 8, 86_400.0
"""If only somebody in the server could help, the pause is that share of the time for which it has been failing, where
that is longer, and at most so many seconds. Otherwise what was left behind in servers and channels would be retried
every few minutes for years."""


class Reconciler:
    """Runs `work` whenever poked. `work` brings something up to date with what is true when it runs, so pokes merge."""

    def __init__(
        self,
        name: str,
        work: Callable[[], Awaitable[None]],
        retry: float,
        rested: Callable[[], object] = lambda: None,
        closed: bool = False,
    ) -> None:
        """rested: called when all pokes have been dealt with, successfully or not; not if stopped. closed: whether it
        is closed from the start."""
        self._rested = rested
        self.name = name
        self._work = work
        self._retry = retry
        self._failing = dict[bool, float]()
        """Since when it has been failing, in the event loop's time; by whether only somebody in the server could
        help."""
        self.poked = asyncio.Event()
        """Set if it was poked since the current run began: what that run has read may be outdated."""
        self._worked = asyncio.Event()
        """Set when the current run, or else the next, has ended."""
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._closed = closed

    @property
    def busy(self) -> bool:
        return self._task is not None

    @property
    def will_retry(self) -> bool:
        """Whether it has failed and a retry is scheduled."""
        return self._timer is not None

    @property
    def done(self) -> bool:
        """Whether nothing is running and no retry is scheduled."""
        return self._task is None and self._timer is None

    def poke(self) -> None:
        """Run, because something has changed. Does nothing once closed."""
        if self._closed:
            return
        self.poked.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=self.name)

    async def idle(self, within: float | None = None) -> None:
        """Wait until nothing is running, for at most so many seconds."""
        if self._task is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while self._task is not None:
                    await asyncio.wait([self._task])

    async def once(self) -> None:
        """Wait until the current run has ended, though it may have been poked again meanwhile."""
        if self._task is not None:
            await self._worked.wait()

    def close(self) -> None:
        """Begin nothing more: what has failed is not retried."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()

    async def stop(self, within: float = 0.0) -> None:
        """Close, wait at most so many seconds for the current run, then cancel it."""
        self.close()
        await self.idle(within)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None  # `_run` does not clear it if it was cancelled before it began

    async def _run(self) -> None:
        try:
            while self.poked.is_set():
                self.poked.clear()
                try:
                    await self._once()
                finally:
                    self._worked.set()
                    self._worked = asyncio.Event()
        finally:
            self._task = None
        self._rested()

    async def _once(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        try:
            await self._work()
        except (Gone, Later, Refused, DatabaseAway) as error:
            log.warning(
                "to be tried again", extra={"reconciler": self.name, "problem": f"{type(error).__name__} {error}"}
            )
            self._again(hopeless=isinstance(error, (Gone, Refused)))
        except Exception:
            log.exception("to be tried again", extra={"reconciler": self.name})
            self._again()
        else:
            self._failing.clear()

    def _again(self, hopeless: bool = False) -> None:
        """Schedule a retry. hopeless: whether only somebody in the server could help.

        The pause is as long as it has been failing in this way, so pokes meanwhile do not lengthen it. A hopeless
        failure ends the count of temporary ones; a temporary failure does not end the count of hopeless ones.
        """
        loop = asyncio.get_running_loop()
        if hopeless:
            self._failing.pop(False, None)
        failed = loop.time() - self._failing.setdefault(hopeless, loop.time())
        delay = min(max(self._retry, failed), _LONGEST)
        if hopeless:
            delay = min(max(delay, _SHARE * failed), _A_DAY)
        self._timer = loop.call_later(delay, self._due)
        if self._closed:
            self._timer.cancel()

    def _due(self) -> None:
        self._timer = None
        self.poke()
