"""Everything that went over the wire, in order: requests with their answers, gateway frames, faults."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from .clock import Clock


@dataclass(frozen=True, slots=True)
class Entry:
    """`kind`: request, answer, dispatch, sent, received, fault or action. `what`: route, event or opcode."""

    n: int
    at: float
    kind: str
    what: str
    data: Any

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class Log:
    """Append-only; kept whole for inspection and for tests of what was ever said."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._entries: list[Entry] = []
        self._changed = asyncio.Event()

    def add(self, kind: str, what: str, data: Any = None) -> None:
        self._entries.append(Entry(len(self._entries), self._clock.time(), kind, what, data))
        self._changed.set()

    def __iter__(self) -> Iterator[Entry]:
        return iter(tuple(self._entries))

    def __len__(self) -> int:
        return len(self._entries)

    def after(self, n: int) -> list[Entry]:
        return self._entries[n:]

    def find(self, kind: str, what: str = "") -> list[Entry]:
        """Entries of a kind whose `what` contains the given text."""
        return [entry for entry in self._entries if entry.kind == kind and what in entry.what]

    async def wait_for(self, found: Callable[[Entry], bool], within: float = 5.0) -> Entry:
        """The first entry that `found` accepts, now or later. Raises TimeoutError."""
        seen = 0
        async with asyncio.timeout(within):
            while True:
                for entry in self.after(seen):
                    if found(entry):
                        return entry
                seen = len(self._entries)
                self._changed.clear()
                await self._changed.wait()
