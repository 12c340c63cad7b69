"""Turns for beginning a session: Discord allows one in five seconds in each of its rate-limit queues."""

from __future__ import annotations

import asyncio


class Turns:
    """One of Discord's rate-limit queues: it has the shards whose ids leave the same remainder modulo
    `max_concurrency`."""

    def __init__(self, every: float) -> None:
        """every: seconds between two turns."""
        self._every = every
        self._taken = asyncio.Lock()

    async def wait(self) -> None:
        """Wait for the turn of a shard, which then connects and begins its session at once.

        The next turn comes even if this shard hangs. If both then begin at the same time, Discord rejects one, and that
        shard tries again.
        """
        await self._taken.acquire()
        asyncio.get_running_loop().call_later(self._every, self._taken.release)
