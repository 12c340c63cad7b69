"""Who may change which games: one row per shard, with its holder and when the lease expires unless it is renewed."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from storage.columns import to_text
from storage.database import Database, Part, Transaction, writes
from storage.errors import LeaseHeld, LeaseLost
from storage.place import Place, Server
from storage.process import Process, has_ended, this_process
from storage.reading import read
from storage.share import WHOLE, Share

TTL = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class _Term:
    """The lease of one shard: whose it is, and until when."""

    id: int
    shards: int
    holder: str
    expires_at: datetime


class Lease(Part):
    """The right to change the games of a database, which this object's process holds or not.

    If its holder has ended, the lease can be taken over at once where that can be verified (on the same machine), else
    when it expires. Renew it several times within the `ttl`. Once acquired, it guards each transaction that writes: the
    transaction checks that the lease is still held, and keeps it from being taken over before the commit. So a holder
    that stood still until it was replaced can no longer write anything.
    """

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self._holder = secrets.token_hex(8)
        self._file: str | None = None

    async def acquire(self, ttl: timedelta = TTL, share: Share = WHOLE) -> None:
        """Acquire the lease of these shards, or acquire it again.

        Raises LeaseHeld, which says who has it; NewerSchema, OlderSchema if the schema was changed since the database
        was opened, BeingChanged while it is.
        """
        self._db.guard = None
        self._db.share = share
        await self._acquire(ttl, share)
        self._db.guard = self._require
        self._file = _which(self._db.place)
        await self._db.settle()  # so that a copy of the file without its log still shows that a bot was running

    async def release(self) -> None:
        """Release the lease, so that the next bot need not wait. No error if it is not held.

        The guard stays: a write that comes later, or was not finished in time, finds the lease gone and is refused.
        """
        with suppress(LeaseLost):
            await self._release()

    def _require(self, tx: Transaction) -> None:
        """Raise LeaseLost unless the lease of all our shards is still held."""
        held = tx.all(f"SELECT id FROM lease WHERE holder = ?{tx.row_lock}", self._holder)
        if len(held) < len(self._db.share.ids):
            raise LeaseLost("another bot has taken over this database")

    @writes
    def _acquire(self, tx: Transaction, ttl: timedelta, share: Share) -> None:
        self._db.require_schema(tx)
        me = this_process()
        now = self._db.clock(tx)
        for row in tx.all(f"SELECT * FROM lease ORDER BY id{tx.row_lock}"):
            term, damaged = read(_Term, row)
            process, unknown = read(Process, row)
            process = replace(process, shared=isinstance(self._db.place, Server))
            others = term.holder != self._holder and term.expires_at > now
            # An unreadable lease is ignored: should it have a holder, that one stops at its next write.
            if not others or damaged or unknown or has_ended(process):
                continue
            # With another number of shards, each shard stands for other games.
            if term.shards != share.shards or term.id in share.ids:
                counts = f"its number of shards is {term.shards}, not {share.shards}: all must have the same"
                differs = term.shards != share.shards
                raise LeaseHeld(term.expires_at, process.host, process.pid, counts if differs else "")
        tx.all("DELETE FROM lease WHERE holder = ? OR shards <> ?", self._holder, share.shards)
        for number in share.ids:
            tx.all("DELETE FROM lease WHERE id = ?", number)
            tx.all(
                "INSERT INTO lease (id, shards, holder, host, boot, namespace, pid, born, acquired_at, expires_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(number, share.shards, self._holder, me.host, me.boot, me.namespace, me.pid, me.born),
                *(to_text(now), to_text(now + ttl)),
            )

    @writes
    def renew(self, tx: Transaction, ttl: timedelta = TTL) -> None:
        """Extend the lease to `ttl` from now. Raises LeaseLost, also where the file is not in its place any more: what
        is written to it may then be in no file once it is closed."""
        if self._file and _which(self._db.place) not in (self._file, None):
            raise LeaseLost("the database's file was deleted, moved or replaced while the bot worked with it")
        self._require(tx)
        until = to_text(self._db.clock(tx) + ttl)
        tx.all("UPDATE lease SET expires_at = ? WHERE holder = ?", until, self._holder)

    @writes
    def _release(self, tx: Transaction) -> None:
        tx.all("DELETE FROM lease WHERE holder = ?", self._holder)


def _which(place: Place) -> str | None:
    """Return what tells a file from another in its place; "" if there is none; None for a server's database, and where
    the system does not say."""
    if isinstance(place, Server):
        return None
    try:
        found = place.stat()
    except FileNotFoundError:
        return ""
    except OSError:
        return None
    return f"{found.st_dev}:{found.st_ino}"
