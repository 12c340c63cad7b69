"""Small facts about the installation, such as the slash commands that were last registered with Discord."""

from __future__ import annotations

from datetime import timedelta

from storage.columns import moment, to_text
from storage.database import Part, Transaction, reads, writes
from storage.errors import DatabaseFailed

_FAR = timedelta(hours=1)
"""A stored turn further in the future than this was set by a wrong clock, and is ignored."""


class Meta(Part):
    """Texts by key."""

    @reads
    def get(self, tx: Transaction, key: str) -> str | None:
        row = tx.one("SELECT value FROM meta WHERE key = ? AND typeof(value) = 'text'", key)
        return row["value"] if row is not None else None

    @reads
    def reach(self, tx: Transaction) -> None:
        """Raises StorageError if a table may not be read; waits for nobody who has locked one."""
        if refused := tx.one(self._db.refused):
            raise DatabaseFailed(f"the table {refused[0]} may not be read")

    @writes
    def set(self, tx: Transaction, key: str, value: str) -> None:
        _set(tx, key, value)

    @writes
    def turn(self, tx: Transaction, key: str, every: timedelta) -> timedelta:
        """Reserve the next turn among all processes that take turns under this key, each turn being `every` long.
        Return how long to wait for it, by the clock of all who share the database. A process that ends meanwhile leaves
        its turn unused."""
        now = self._db.clock(tx)
        row = tx.one("SELECT value FROM meta WHERE key = ?", key)
        free = moment(row["value"]) if row is not None else None
        begins = free if free is not None and now < free < now + _FAR else now
        _set(tx, key, to_text(begins + every))
        return begins - now


def _set(tx: Transaction, key: str, value: str) -> None:
    tx.all(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        *(key, value),
    )
