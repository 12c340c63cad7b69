"""When those can be called who are left in peace: in memory alone, so what they are to be told counts as not shown yet,
and the next start goes over it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from datetime import datetime

_LONGEST = 600.0
"""Seconds until it is looked at again, at most: the machine may have slept, somebody may have set other hours."""


class Peace:
    """Pokes what has somebody to call when the first of them is left in peace no longer."""

    def __init__(self, poke: Callable[[str], object], now: Callable[[], datetime]) -> None:
        self._poke = poke
        self._now = now
        self._until: dict[str, asyncio.TimerHandle] = {}

    def __contains__(self, about: str) -> bool:
        """Whether somebody is waited for there."""
        return about in self._until

    def lasts(self, about: str, moments: Collection[datetime]) -> None:
        """Until these moments its people are left in peace, and not until those that were named before."""
        if (former := self._until.pop(about, None)) is not None:
            former.cancel()
        if moments:
            seconds = (min(moments) - self._now()).total_seconds()
            self._until[about] = asyncio.get_running_loop().call_later(min(seconds, _LONGEST), self._poke, about)
