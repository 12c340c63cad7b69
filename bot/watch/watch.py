"""Keeps the metrics up to date, and reports the health of the process."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Mapping

from bot.gateway.client import ShardedClient
from bot.watch import figures
from bot.watch.address import Address
from bot.watch.health import WAITING, Health, answers
from bot.watch.listener import Listener
from bot.watch.systemd import Notifier
from storage import Storage, StorageError

_EVERY = 1.0
"""Seconds between two checks of the event loop."""


class Watch:
    """Monitors from `start` to `stop`.

    listen: where health and metrics are served; None: nowhere. store: returns the storage, or None until it is open.
    queues: returns how much is under way or waits, by queue; empty until the bot is put together.
    """

    def __init__(
        self,
        client: ShardedClient,
        listen: Address | None,
        store: Callable[[], Storage | None],
        queues: Callable[[], Mapping[str, int]],
    ) -> None:
        self._client = client
        self._store = store
        self._queues = queues
        self._notifier = Notifier()
        self._told = ""
        self._stopping = False
        self._writes = True
        self._spare = False
        self._beating: asyncio.Task[None] | None = None
        self.listener = Listener(listen, self.health, self._refresh) if listen is not None else None

    async def start(self) -> None:
        """Start monitoring. Raises CannotListen."""
        if self.listener is not None:
            await self.listener.open()
        self._beating = asyncio.create_task(self._beat())

    def waits(self) -> None:
        """Note that this process waits, as a spare, until another gives up its shards. For systemd it has started."""
        self._spare = True
        self._told = f"STATUS={WAITING}"
        self._notifier.say("READY=1", self._told)

    def takes_over(self) -> None:
        """Note that this process has its shards, and is no longer a spare."""
        self._spare = False

    def wrote(self, well: bool) -> None:
        """Note whether the last write that tests storage succeeded."""
        self._writes = well

    def stopping(self) -> None:
        """Note that the bot is shutting down, and tell systemd."""
        self._stopping = True
        self._notifier.say("STOPPING=1")

    async def stop(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        if self.listener is not None:
            await self.listener.close()

    async def health(self) -> Health:
        """Return the present health. Storage is only read here, and has seconds to answer; that it cannot be written,
        as with a full disk, shows by the last write."""
        client, store = self._client, self._store()
        ids = tuple(client.span.ids) if hasattr(client, "span") else ()
        away = tuple(shard for shard in ids if shard not in client.connected)
        unheard = tuple(shard for shard in away if shard in client.unheard)
        storage = await answers(store) if store is not None else None
        return Health(len(ids), away, unheard, storage, self._writes, self._spare, self._stopping)

    async def _beat(self) -> None:
        """Measure how late the event loop is, and notify systemd's watchdog, for as long as the loop runs."""
        every = min(_EVERY, (self._notifier.watchdog or _EVERY) / 3)
        while True:
            before = time.perf_counter()
            await asyncio.sleep(every)
            figures.LOOP_LAG.observe(max(0.0, time.perf_counter() - before - every))
            self._tell()

    def _tell(self) -> None:
        if self._notifier.watchdog is not None:
            self._notifier.say("WATCHDOG=1")
        connected = len(self._client.connected)
        if self._spare or (not connected and not self._told):
            return  # ready with the first shard: those that cannot connect must not get the others killed
        said = f"STATUS={connected} of {len(self._client.span.ids)} shards connected"
        if said != self._told:
            self._notifier.say("READY=1", said)
            self._told = said

    async def _refresh(self) -> None:
        found = await self.health()
        figures.READY.set(found.ready)
        figures.WAITING.set(found.waiting)
        figures.STORAGE.set(math.nan if found.storage is None else found.stores)
        for shard in self._client.span.ids if found.shards else ():
            figures.SHARDS.labels(shard).set(shard in self._client.connected)
        for shard, latency in self._client.latencies:
            figures.LATENCIES.labels(shard).set(latency)
        for queue, length in self._queues().items():
            figures.QUEUES.labels(queue).set(length)
        store = self._store()
        if store is None or not found.storage:
            return
        try:
            games = await store.games.tally()
        except StorageError:
            return
        figures.GAMES.clear()
        for (game, state), number in games.items():
            figures.GAMES.labels(game, state).set(number)
