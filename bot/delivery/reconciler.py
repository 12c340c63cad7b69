"""Work that is done whenever it is poked, such as writing one message: never twice at once, and after a failure it is
tried again by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.delivery.rest import Gone, Later, Refused
from storage import DatabaseAway

log = logging.getLogger(__name__)

_LONGEST = 600.0
"""Seconds until the next attempt, at most."""
_SHARE, _A_DAY = 1 / 8, 86_400.0
"""Where only somebody in the server could help, that share of the time that it has failed, if that is longer, and at
most so many seconds: else whatever was left behind in servers and channels would be tried for years."""


class Reconciler:
    """`work` brings something up to date with what is true when it runs, so pokes in between merge."""

    def __init__(
        self,
        name: str,
        work: Callable[[], Awaitable[None]],
        retry: float,
        rested: Callable[[], object] = lambda: None,
        closed: bool = False,
    ) -> None:
        """rested: called when it was done with what it was poked for, however that came out; not if it was stopped.
        closed: whether it is that from the first."""
        self._rested = rested
        self.name = name
        self._work = work
        self._retry = retry
        self._failing = dict[bool, float]()
        """Since when it has failed, by whether only somebody in the server could help."""
        self.poked = asyncio.Event()
        """Set when the work was poked since it began: what it has looked at may be so no longer."""
        self._worked = asyncio.Event()
        """Set when the work that is under way, or that is next, has been done once."""
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._closed = closed

    @property
    def busy(self) -> bool:
        return self._task is not None

    @property
    def waits(self) -> bool:
        """Whether it has failed, and is to be tried again later."""
        return self._timer is not None

    @property
    def done(self) -> bool:
        """Whether nothing is under way and nothing is to be tried again."""
        return self._task is None and self._timer is None

    def poke(self) -> None:
        """Something has changed; nothing comes of it once it is closed."""
        if self._closed:
            return
        self.poked.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=self.name)

    async def idle(self, within: float | None = None) -> None:
        """Until it has nothing under way, at most so many seconds."""
        if self._task is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while self._task is not None:
                    await asyncio.wait([self._task])

    async def once(self) -> None:
        """Until what it has under way was done once, though it may have been poked again meanwhile."""
        if self._task is not None:
            await self._worked.wait()

    def close(self) -> None:
        """Begin nothing more. What failed stays undone."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()

    async def stop(self, within: float = 0.0) -> None:
        """The same; what is under way has so many seconds to be done."""
        self.close()
        await self.idle(within)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None  # also where it had not begun

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
        """After as long as it has failed so by now: what pokes it meanwhile does not put that off. What passes by
        itself has passed once it is hopeless; what is hopeless is no less so for what passed."""
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
