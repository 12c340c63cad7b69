"""Takes the lease on the games of our shards and renews it until shutdown: they are ours for as long as it lasts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from datetime import timedelta

from bot.clock.clock import elapsed
from bot.watch.watch import Watch
from storage import WHOLE, BeingChanged, DatabaseAway, LeaseHeld, LeaseLost, Server, Share, Storage, StorageError
from storage.lease import TTL

log = logging.getLogger(__name__)

_LEASE_EVERY = 10.0
_SHORT_LEASE, _SHORT_EVERY, _ASKED_EVERY = timedelta(seconds=9), 2.5, 1.0
"""On a server's database: how long the lease lasts, the seconds between renewals, and those between attempts to take
it. A spare process takes over within fifteen seconds."""


class LeaseKeeper:
    """Keeps the lease. On a server's database it waits while another process holds our games: this one is a spare until
    then. A file belongs to one process alone, so there it fails at once."""

    def __init__(self, store: Storage, share: Share, watch: Watch) -> None:
        self._store = store
        self._waits = isinstance(store.place, Server)
        self._share = share if self._waits else WHOLE
        self._watch = watch
        self._lasts, self._every = (_SHORT_LEASE, _SHORT_EVERY) if self._waits else (TTL, _LEASE_EVERY)
        self._until = 0.0

    @property
    def has_run_out(self) -> bool:
        """Whether our lease has run out, so that another process may have taken over our games without our knowing, as
        while the database cannot be reached. Never so for a file."""
        return self._waits and elapsed() > self._until

    async def take(self) -> None:
        """Take the lease, waiting for it on a server. Raises LeaseHeld if another process has the file; NewerSchema if
        a newer program has upgraded the database meanwhile."""
        said = False
        while True:
            try:
                await self._held(self._store.lease.acquire(self._lasts, self._share))
            except (LeaseHeld, BeingChanged, DatabaseAway) as held:
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
        """Renew the lease until cancelled; nothing may be changed without it. Raises LeaseLost."""
        fails = False
        while True:
            await asyncio.sleep(self._every)
            try:
                await self._held(self._store.lease.renew(self._lasts))
                self._watch.wrote(well=True)
                fails = False
            except LeaseLost as lost:
                log.critical("the lease is lost; stopping", extra={"problem": str(lost)})
                raise
            except StorageError:
                self._watch.wrote(well=False)
                if not fails:  # said once, however long it lasts
                    log.exception("the lease is not renewed")
                fails = True

    async def _held(self, asked: Awaitable[None]) -> None:
        """Await the request. The lease counts from when it was requested, not from when that was answered."""
        begun = elapsed()
        await asked
        self._until = begun + self._lasts.total_seconds()


async def release(store: Storage) -> None:
    """Let go of the games at shutdown. If that fails, the next process waits until the lease has run out."""
    try:
        await store.lease.release()
    except StorageError:
        log.exception("the lease was not released")
