"""Notifications between the processes that share a database, by PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from storage.database import Database, Part, Transaction, reads, writes
from storage.lease_holder import LeaseHolder
from storage.place import Server
from storage.postgresql import listen
from storage.reading import readable

CHANNEL = "adepts_news"
MOVED = "moved"
"""The kind of the notification that a game has moved to a server of another process; its text is the game's id."""
LARGEST = 7900
"""Bytes of a message at most: PostgreSQL takes fewer than 8000."""

log = logging.getLogger(__name__)


class Notification(NamedTuple):
    """A notification: its kind and its text. `shard`: only the process that holds this shard is to hear it; None:
    all."""

    kind: str
    text: str
    shard: int | None = None


class News(Part):
    """Sends and receives notifications. A process that holds all shards alone sends and receives none."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self._sender = secrets.token_hex(4)

    async def tell(self, notification: Notification) -> bool:
        """Send this to the other processes. Return False if it was not sent: it is too long, nobody who works holds the
        shard that it is meant for, or there are no others."""
        if self._db.share.is_whole:
            return False
        message = self._message(notification)
        if len(message) > LARGEST or (notification.shard is not None and not await self._is_held(notification.shard)):
            return False
        await self._tell(message)
        return True

    def tell_moved(self, tx: Transaction, game_id: str, guild_id: int | None) -> None:
        """Tell the other processes, as soon as the transaction is committed, of a game that moves to this server, if
        that is not one of ours: whatever becomes of this process then, the game goes on."""
        if not self._db.share.has(guild_id):
            _notify(tx, self._message(Notification(MOVED, game_id)))

    async def hear(self, told: Callable[[Notification], object], anew: Callable[[], object]) -> None:
        """Call `told` with each notification from others that is meant for us, until cancelled; call `anew` each time
        listening begins (again), as others may have been missed before."""

        def arrived(message: str) -> None:
            try:
                sender, *parts = json.loads(message)
                notification = Notification(*parts[: len(Notification._fields)])  # a newer version may send more fields
                if sender != self._sender and (notification.shard is None or notification.shard in self._db.share.ids):
                    told(notification)
            except Exception:  # a malformed notification must not end the listening
                log.exception("what another process says cannot be read")

        if isinstance(self._db.place, Server) and not self._db.share.is_whole:
            await listen(self._db.place, CHANNEL, arrived, anew)
        else:
            await asyncio.Event().wait()

    def _message(self, notification: Notification) -> str:
        return json.dumps([self._sender, *notification], ensure_ascii=True, separators=(",", ":"))

    @writes
    def _tell(self, tx: Transaction, message: str) -> None:
        _notify(tx, message)

    @reads
    def _is_held(self, tx: Transaction, shard: int) -> bool:
        """Whether a working process holds this shard, as far as can be told: the lease of one that was killed has yet
        to expire."""
        now, rows = self._db.clock(tx), tx.all("SELECT * FROM lease WHERE id = ?", shard)
        return any(replace(each, shared=True).works(now) for each in readable(LeaseHolder, rows))


def _notify(tx: Transaction, message: str) -> None:
    tx.all("SELECT pg_notify(?, ?)", CHANNEL, message)
