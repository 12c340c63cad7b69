"""Whose turn it is to begin a session: Discord takes one every five seconds, of each of its queues."""

from __future__ import annotations

import asyncio


class Turns:
    """One of Discord's queues: the shards whose number leaves the same rest by `max_concurrency`."""

    def __init__(self, every: float) -> None:
        """every: seconds between two."""
        self._every = every
        self._taken = asyncio.Lock()

    async def mine(self) -> None:
        """Until a shard may connect and begin its session, which it then does at once.

        One that hangs is not waited for: should it come when the next one does, Discord sends it away to come again.
        """
        await self._taken.acquire()
        asyncio.get_running_loop().call_later(self._every, self._taken.release)
