"""What the bot has posted for a game, and what each message last showed.

A row is planned before its message is posted. So a post that fails, or whose answer is lost with the process, is known
after a restart; the row's id is never used again and may serve as the post's nonce. Later changes hold in memory at
once and are stored as deferred writes: what a crash loses of them is simply done again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from cachetools import LRUCache

from storage.columns import to_column
from storage.database import Database, Part, Transaction, reads, writes
from storage.errors import NoSuchGame
from storage.reading import read, readable
from storage.rows import Message, Status
from storage.steps import require

_KEPT = 1024
"""How many games' rows are kept in memory."""
_MOST_FAILURES = 1_000_000
_SUCCEEDED: Mapping[str, Any] = {"failures": 0, "error": None, "failed_at": None}


class Messages(Part):
    """The messages of games. The meaning of `kind` and `shown` is the caller's; if `shown` names people, it does so by
    their user ids, which `Players.forget` removes."""

    _table, _of, _columns = "messages", "game_id", "*"
    """The table of the rows, the column that says whose they are, and what is read of a row."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self._known: LRUCache[str, dict[int, Message]] = LRUCache(_KEPT)
        self._it = f"id = ? AND {self._of} = ?"
        """SQL condition for one row, by its id and its game: a standby that takes over without the last rows may give
        their ids to others."""
        self._unseen = 0
        """Counts changes to rows that are not in memory, so that a read under way notices that it may be out of
        date."""

    async def plan(
        self, game_id: str, kind: str, channel_id: int, *, seat: str | None = None, user_id: int | None = None
    ) -> Message:
        """Store a row for a message that is about to be posted; `seat` and `user_id` if it is for one person.

        Raises NoSuchGame.
        """
        try:
            row = await self._plan(game_id, kind, channel_id, seat, user_id)
        except BaseException:  # also when cancelled: whether it is stored is not known
            self.reread()
            raise
        if game_id in self._known:
            self._known[game_id][row.id] = row
        else:
            self._unseen += 1
        return row

    def posted(self, row: Message, message_id: int, shown: str) -> Message:
        """Note that the message was posted. If a crash loses this, it is posted again, and Discord knows it by its
        nonce."""
        return self._changed(row, message_id=message_id, shown=shown, posted_at=self.now, **_SUCCEEDED)

    def edited(self, row: Message, shown: str) -> Message:
        """Note that the message was edited to show this. If a crash loses this, it is edited again."""
        return self._changed(row, shown=shown, **_SUCCEEDED)

    def marked(self, row: Message, shown: str) -> Message:
        """Note that the message now counts as showing this; its failures stay as they are."""
        return self._changed(row, shown=shown)

    def failed(self, row: Message, error: str) -> Message:
        """Note that posting or editing it failed, and why."""
        return self._changed(row, failures=min(row.failures + 1, _MOST_FAILURES), error=error, failed_at=self.now)

    def forget(self, row: Message) -> None:
        """Delete the row: the message is gone, or no longer looked after. No error if the row is unknown."""
        if self._known.get(row.game_id, {}).pop(row.id, None) is None:
            self._unseen += 1
        self._db.soon(lambda tx: tx.all(f"DELETE FROM {self._table} WHERE {self._it}", row.id, row.game_id))

    async def of_game(self, game_id: str) -> tuple[Message, ...]:
        """Return a game's messages, oldest first. Rows that cannot be read are left out, so those messages are posted
        anew."""
        while (known := self._known.get(game_id)) is None:
            unseen = self._unseen
            rows = await (self._of_game_now(game_id) if self._db.is_behind else self._of_game(game_id))
            if unseen != self._unseen or game_id in self._known:
                continue
            self._known[game_id] = {row.id: row for row in rows}
        return tuple(known.values())

    async def find(self, message_id: int) -> Message | None:
        """Return the row of the message with this Discord id; None if there is none."""
        return await (self._find_now(message_id) if self._db.is_behind else self._find(message_id))

    def reread(self) -> None:
        """Drop all rows kept in memory, as something else has changed rows."""
        self._known.clear()
        self._unseen += 1

    def _changed(self, row: Message, **changes: Any) -> Message:
        """Return the row with these changes, which hold at once in memory and are stored as a deferred write."""
        known = self._known.get(row.game_id, {})
        after = replace(known.get(row.id, row), **changes)
        if row.id in known:
            known[row.id] = after
        else:
            self._unseen += 1
        names, values = ", ".join(f"{name} = ?" for name in changes), map(to_column, changes.values())
        parameters = (*values, row.id, row.game_id)
        self._db.soon(lambda tx: tx.all(f"UPDATE {self._table} SET {names} WHERE {self._it}", *parameters))
        return after

    @property
    def now(self) -> datetime:
        """The current time, as `posted_at` and `failed_at` are written."""
        return datetime.fromisoformat(self._db.now())

    def _require(self, tx: Transaction, game_id: str) -> None:
        """Raise NoSuchGame if there is no such game."""
        require(tx, game_id, *Status)

    @writes
    def _plan(
        self, tx: Transaction, game_id: str, kind: str, channel_id: int, seat: str | None, user_id: int | None
    ) -> Message:
        self._require(tx, game_id)
        row = tx.only(
            f"INSERT INTO {self._table} ({self._of}, kind, channel_id, seat, user_id) VALUES (?, ?, ?, ?, ?)"
            f" RETURNING {self._columns}",
            *(game_id, kind, channel_id, seat, user_id),
        )
        return read(Message, row)[0]

    def _rows_of_game(self, tx: Transaction, game_id: str) -> tuple[Message, ...]:
        return readable(
            Message, tx.all(f"SELECT {self._columns} FROM {self._table} WHERE {self._of} = ? ORDER BY id", game_id)
        )

    def _row_with(self, tx: Transaction, message_id: int) -> Message | None:
        row = tx.one(f"SELECT {self._columns} FROM {self._table} WHERE message_id = ?", message_id)
        return next(iter(readable(Message, [row] if row is not None else [])), None)

    _of_game, _of_game_now = reads(_rows_of_game), writes(_rows_of_game)
    _find, _find_now = reads(_row_with), writes(_row_with)
    """The variants that write are for when there are deferred writes, which a transaction that writes stores first."""


class TaleMessages(Messages):
    """The messages of tales; where a game id is meant, it takes and returns a tale's."""

    _table, _of, _columns = "tale_messages", "tale_id", "*, tale_id AS game_id"

    def _require(self, tx: Transaction, game_id: str) -> None:
        if tx.one("SELECT 1 FROM tales WHERE id = ?", game_id) is None:
            raise NoSuchGame(game_id)
