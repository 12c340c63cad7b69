"""Small facts about the installation, such as what the commands were when they were last synchronised."""

from __future__ import annotations

from storage.database import Part, Transaction, reads, writes


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
