"""What people can look up, made ready off the event loop and once: by the first who asks, else when nobody waits."""

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
        """What can be looked up in a game or an aid; None if nothing. Raises SetupError for an unknown name."""
        if name not in self._made:
            made = self._made[name] = asyncio.create_task(asyncio.to_thread(desk.lookup, name))
            made.add_done_callback(lambda done: self._forget(name, done))
        return await asyncio.shield(self._made[name])  # whoever gives up leaves it to others

    def _forget(self, name: str, done: asyncio.Task[Lookup | None]) -> None:
        """What failed is tried again."""
        if done.cancelled() or done.exception() is not None:
            del self._made[name]

    async def named(self, query: str, here: str) -> str | None:
        """As `desk.named`, which may have to read all texts first."""
        return await asyncio.to_thread(desk.named, query, here)

    async def elsewhere(self, name: str, query: str) -> list[tuple[Source, list[Hit]]]:
        """As `desk.elsewhere`, with whatever it needs made first."""
        await self.of(name)
        for other in desk.others(name, query):
            await self.of(other.name)
        return desk.elsewhere(name, query)

    async def make_all(self, idle: Callable[[], Awaitable[None]]) -> None:
        """Make what nobody has asked for yet, one after the other, each when it is `idle`: a thread that reckons makes
        every answer slower."""
        for name in desk.sources():
            await idle()
            await self.of(name)
