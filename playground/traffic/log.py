"""The traffic in order: requests with their answers, gateway frames, faults."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from playground.world.clock import Clock


@dataclass(frozen=True, slots=True)
class Entry:
    """A log entry. `kind`: request, answer, dispatch, sent, received, fault, action or bot. `what`: route, event or
    opcode.

    `n` counts all entries from 0, including those no longer kept.
    """

    n: int
    at: float
    kind: str
    what: str
    data: Any


class Log:
    """An append-only log. kept: how many of the newest entries are kept (None: all)."""

    def __init__(self, clock: Clock, kept: int | None = None) -> None:
        self._clock = clock
        self._entries: deque[Entry] = deque(maxlen=kept)
        self._added = 0
        self._changed = asyncio.Event()
        self._listeners: list[Callable[[], None]] = []

    def add(self, kind: str, what: str, data: Any = None) -> Entry:
        entry = Entry(self._added, self._clock.time(), kind, what, data)
        self._added += 1
        self._entries.append(entry)
        self._changed.set()
        for listener in self._listeners:
            listener()
        return entry

    def listen(self, listener: Callable[[], None]) -> None:
        """Call it after each entry."""
        self._listeners.append(listener)

    @property
    def added(self) -> int:
        """How many entries there have been in all; also the number of the next."""
        return self._added

    def __iter__(self) -> Iterator[Entry]:
        return iter(tuple(self._entries))

    def __len__(self) -> int:
        return len(self._entries)

    def after(self, n: int) -> list[Entry]:
        """Return the entries from number `n` on, as far as they are kept."""
        forgotten = self._added - len(self._entries)
        return list(islice(self._entries, max(0, n - forgotten), None))

    def find(self, kind: str, what: str = "") -> list[Entry]:
        """Return the entries of a kind whose `what` contains this text."""
        return [entry for entry in self._entries if entry.kind == kind and what in entry.what]

    async def news(self, seen: int) -> list[Entry]:
        """Wait until there are entries from number `seen` on, and return them."""
        while self._added <= seen:
            self._changed.clear()
            await self._changed.wait()
        return self.after(seen)

    async def wait_for(self, found: Callable[[Entry], bool], within: float = 30.0) -> Entry:
        """Wait for an entry that `found` accepts, among the present ones too, and return the first. Raises
        TimeoutError."""
        seen = 0
        async with asyncio.timeout(within):
            while True:
                for entry in await self.news(seen):
                    if found(entry):
                        return entry
                    seen = entry.n + 1
