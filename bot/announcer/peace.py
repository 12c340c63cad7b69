"""When people who are left in peace can be called. This is in memory only: what they are to be told counts as not shown
yet, so the next start goes over it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from datetime import datetime

_LONGEST = 600.0
"""Longest time in seconds until the next look: the machine may have slept, or somebody may have set other hours."""


class Peace:
    """Pokes a game or tale when the first person who is to be called there is no longer left in peace."""

    def __init__(self, poke: Callable[[str], object], now: Callable[[], datetime]) -> None:
        self._poke = poke
        self._now = now
        self._until: dict[str, asyncio.TimerHandle] = {}

    def __contains__(self, about: str) -> bool:
        """Return whether somebody there is still to be called."""
        return about in self._until

    def schedule(self, about: str, moments: Collection[datetime]) -> None:
        """Set the moments until which people there are left in peace; these replace former ones."""
        if (former := self._until.pop(about, None)) is not None:
            former.cancel()
        if moments:
            seconds = (min(moments) - self._now()).total_seconds()
            self._until[about] = asyncio.get_running_loop().call_later(min(seconds, _LONGEST), self._poke, about)
