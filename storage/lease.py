"""One bot a database: a row that says who it is, and until when unless it renews."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from storage.database import Database, Part, Transaction, writes
from storage.errors import LeaseHeld, LeaseLost
from storage.process import Process, has_ended, this_process
from storage.reading import read
from storage.rows import to_text

TTL = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class _Term:
    """Whose the lease is, and until when."""

    holder: str
    expires_at: datetime


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
        now = self._db.wall()
        if row is not None:
            term, damaged = read(_Term, row)
            process, unknown = read(Process, row)
            others = term.holder != self._holder and to_text(term.expires_at) > now
            # One that cannot be read is nobody's: had somebody it, they would stop at their next renewal.
            if others and not damaged and not unknown and not has_ended(process):
                raise LeaseHeld(term.expires_at, process.host, process.pid)
        tx.all("DELETE FROM lease")
        tx.all(
            "INSERT INTO lease (id, holder, host, boot, namespace, pid, born, acquired_at, expires_at)"
            " VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(self._holder, me.host, me.boot, me.namespace, me.pid, me.born, now, self._db.wall(ttl)),
        )

    @writes
    def renew(self, tx: Transaction, ttl: timedelta = TTL) -> None:
        """Keep it for another `ttl` from now. Raises LeaseLost."""
        if (
            tx.one(
                "UPDATE lease SET expires_at = ? WHERE holder = ? RETURNING id",
                *(self._db.wall(ttl), self._holder),
            )
            is None
        ):
            raise LeaseLost("another bot has taken over this database")

    @writes
    def release(self, tx: Transaction) -> None:
        """Give it up, so that the next bot need not wait. No error if it is not held."""
        tx.all("DELETE FROM lease WHERE holder = ?", self._holder)
