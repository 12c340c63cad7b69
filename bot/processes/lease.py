"""The games of our shards are ours for as long as their lease is: it is taken, and renewed until we end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from datetime import timedelta

from bot.clock.clock import elapsed
from bot.watch.watch import Watch
from storage import WHOLE, DatabaseAway, LeaseHeld, LeaseLost, Server, Share, Storage, StorageError
from storage.lease import TTL

log = logging.getLogger(__name__)

_LEASE_EVERY = 10.0
_SHORT_LEASE, _SHORT_EVERY, _ASKED_EVERY = timedelta(seconds=9), 2.5, 1.0
"""How long the lease of shards lasts, and after how many seconds it is renewed, or asked for again: whoever is gone is
followed within fifteen."""


class LeaseKeeper:
    """Of a server's database, whoever has our games is waited for, to take over when they go: this process is a spare
    until then. A file is one process's alone."""

    def __init__(self, store: Storage, share: Share, watch: Watch) -> None:
        self._store = store
        self._waits = isinstance(store.place, Server)
        self._share = share if self._waits else WHOLE
        self._watch = watch
        self._lasts, self._every = (_SHORT_LEASE, _SHORT_EVERY) if self._waits else (TTL, _LEASE_EVERY)
        self._until = 0.0

    @property
    def has_run_out(self) -> bool:
        """Whether another process may have these games by now, while we hear nothing of it: the database is away, for
        all or for us alone. A file is nobody else's."""
        return self._waits and elapsed() > self._until

    async def take(self) -> None:
        """The games become ours. Raises LeaseHeld where they are somebody's of a file."""
        said = False
        while True:
            try:
                await self._held(self._store.lease.acquire(self._lasts, self._share))
            except (LeaseHeld, DatabaseAway) as held:
                if not self._waits:
                    raise
                if not said:
                    log.warning("waiting until these shards are free", extra={"shards": self._share, "why": str(held)})
                    self._watch.waits()
                said = True
                await asyncio.sleep(_ASKED_EVERY)
            else:
                self._watch.takes_over()
                log.info("these games are ours", extra={"shards": self._share})
                return

    async def keep(self) -> None:
        """Keep them ours: without that nothing may be changed any more. Raises LeaseLost."""
        while True:
            await asyncio.sleep(self._every)
            try:
                await self._held(self._store.lease.renew(self._lasts))
                self._watch.wrote(well=True)
            except LeaseLost:
                log.critical("another bot has taken over the database; stopping")
                raise
            except StorageError:
                self._watch.wrote(well=False)
                log.exception("the lease was not renewed")

    async def _held(self, asked: Awaitable[None]) -> None:
        """Ours from when it was asked for, not from when that was answered."""
        begun = elapsed()
        await asked
        self._until = begun + self._lasts.total_seconds()
