"""One bot a database: a row that says who it is, and until when unless it renews."""

from __future__ import annotations

import secrets
import sqlite3
from datetime import datetime, timedelta

from storage.database import Database, Part, Transaction, writes
from storage.errors import LeaseHeld, LeaseLost
from storage.process import Process, has_ended, this_process

TTL = timedelta(seconds=30)


class Lease(Part):
    """The right to change the games of a database; this object holds it or not.

    A holder that has ended is followed at once where that can be told (same machine), else when its lease
    runs out. Renew several times within the `ttl`.
    """

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self._holder = secrets.token_hex(8)

    @writes
    def acquire(self, tx: Transaction, ttl: timedelta = TTL) -> None:
        """Take the lease, or take it again. Raises LeaseHeld, which says who has it."""
        me = this_process()
        row = tx.one("SELECT * FROM lease")
        now = self._db.now()
        others = row is not None and row["holder"] != self._holder and row["expires_at"] > now
        if row is not None and others and not has_ended(_process(row)):
            raise LeaseHeld(datetime.fromisoformat(row["expires_at"]), row["host"], row["pid"])
        tx.all(
            "REPLACE INTO lease (id, holder, host, boot, namespace, pid, born, acquired_at, expires_at)"
            " VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(self._holder, me.host, me.boot, me.namespace, me.pid, me.born, now, self._db.now(ttl)),
        )

    @writes
    def renew(self, tx: Transaction, ttl: timedelta = TTL) -> None:
        """Keep it for another `ttl` from now. Raises LeaseLost."""
        if (
            tx.one(
                "UPDATE lease SET expires_at = ? WHERE holder = ? RETURNING id",
                *(self._db.now(ttl), self._holder),
            )
            is None
        ):
            raise LeaseLost("another bot has taken over this database")

    @writes
    def release(self, tx: Transaction) -> None:
        """Give it up, so that the next bot need not wait. No error if it is not held."""
        tx.all("DELETE FROM lease WHERE holder = ?", self._holder)


def _process(row: sqlite3.Row) -> Process:
    return Process(**{name: row[name] for name in ("host", "boot", "namespace", "pid", "born")})
