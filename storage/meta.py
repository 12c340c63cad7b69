"""Small facts about the installation, such as what the commands were when they were last synchronised."""

from __future__ import annotations

from datetime import timedelta

from storage.columns import moment, to_text
from storage.database import Part, Transaction, reads, writes

_FAR = timedelta(hours=1)
"""Nobody takes a turn that is further off: what says so was set by a clock that was wrong."""


class Meta(Part):
    """Texts by key."""

    @reads
    def get(self, tx: Transaction, key: str) -> str | None:
        row = tx.one("SELECT value FROM meta WHERE key = ? AND typeof(value) = 'text'", key)
        return row["value"] if row is not None else None

    @writes
    def set(self, tx: Transaction, key: str, value: str) -> None:
        tx.all(
            "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            *(key, value),
        )

    @writes
    def turn(self, tx: Transaction, key: str, every: timedelta) -> timedelta:
        """Take the next turn of all who take turns under this key, of which each lasts so long: how long it is until
        then, by the clock of all who share the database. Who goes meanwhile leaves its turn unused."""
        now = self._db.clock(tx)
        row = tx.one("SELECT value FROM meta WHERE key = ?", key)
        free = moment(row["value"]) if row is not None else None
        begins = free if free is not None and now < free < now + _FAR else now
        tx.all(
            "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            *(key, to_text(begins + every)),
        )
        return begins - now
