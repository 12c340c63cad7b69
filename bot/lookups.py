"""What people can look up, made once and off the event loop: for the first who asks, or else when nobody waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import desk
from desk import Hit, Lookup, Source


class Lookups:
    """The desks of all games and aids, by name."""

    def __init__(self) -> None:
        self._made: dict[str, asyncio.Task[Lookup | None]] = {}

    async def of(self, name: str) -> Lookup | None:
        """Return what can be looked up in a game or an aid; None if nothing. Raises SetupError for an unknown name."""
        if name not in self._made:
            made = self._made[name] = asyncio.create_task(asyncio.to_thread(desk.lookup, name))
            made.add_done_callback(lambda done: self._forget(name, done))
        return await asyncio.shield(self._made[name])  # if one caller is cancelled, others still get it

    def _forget(self, name: str, done: asyncio.Task[Lookup | None]) -> None:
        """Drop a failed attempt, so that the next call tries again."""
        if done.cancelled() or done.exception() is not None:
            del self._made[name]

    async def named(self, query: str, here: str) -> str | None:
        """Call `desk.named` in a thread, as it may have to read all texts first."""
        return await asyncio.to_thread(desk.named, query, here)

    async def elsewhere(self, name: str, query: str) -> list[tuple[Source, list[Hit]]]:
        """Call `desk.elsewhere`, after making what it needs."""
        await self.of(name)
        for other in desk.others(name, query):
            await self.of(other.name)
        return desk.elsewhere(name, query)

    async def make_all(self, idle: Callable[[], Awaitable[None]]) -> None:
        """Make what nobody has asked for yet, one after the other, each after waiting for `idle`: a busy thread slows
        down every answer."""
        for name in desk.sources():
            await idle()
            await self.of(name)
