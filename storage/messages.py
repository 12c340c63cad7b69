"""What the bot has posted for a game, and what each message last showed.

A row is planned before its message is posted, so that a post that fails, or whose answer is lost with the
process, is known after a restart; the row's id never comes back and may serve as the post's nonce. What becomes of it
then is true at once and stored soon: what a crash loses of that is done once more.
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
"""Games whose rows are kept in memory."""
_MOST_FAILURES = 1_000_000
_SUCCEEDED: Mapping[str, Any] = {"failures": 0, "error": None, "failed_at": None}


class Messages(Part):
    """The messages of games. `kind` and `shown` (a digest) are the caller's words."""

    _table, _of = "messages", "game_id"
    """Where the rows are, and which column says whose they are."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self._known: LRUCache[str, dict[int, Message]] = LRUCache(_KEPT)
        self._unseen = 0
        """Changes to rows that are not in memory: whoever is reading them meanwhile may have what was before."""

    async def plan(
        self, game_id: str, kind: str, channel_id: int, *, seat: str | None = None, user_id: int | None = None
    ) -> Message:
        """A message that is about to be posted; `seat` and `user_id` if it is for one person.

        Raises NoSuchGame.
        """
        try:
            row = await self._plan(game_id, kind, channel_id, seat, user_id)
        except BaseException:  # cancelled too: nobody knows whether it is stored
            self.reread()
            raise
        if game_id in self._known:
            self._known[game_id][row.id] = row
        else:
            self._unseen += 1
        return row

    def posted(self, row: Message, message_id: int, shown: str) -> Message:
        """It is in the channel. Should a crash lose that, it is posted once more, and Discord knows it by its nonce."""
        return self._changed(row, message_id=message_id, shown=shown, posted_at=self.now, **_SUCCEEDED)

    def edited(self, row: Message, shown: str) -> Message:
        """It shows something new. Should a crash lose that, it is edited once more."""
        return self._changed(row, shown=shown, **_SUCCEEDED)

    def marked(self, row: Message, shown: str) -> Message:
        """It is known as that from now on, and what failed of it as before."""
        return self._changed(row, shown=shown)

    def failed(self, row: Message, error: str) -> Message:
        """It could not be posted or edited, for this reason."""
        return self._changed(row, failures=min(row.failures + 1, _MOST_FAILURES), error=error, failed_at=self.now)

    def forget(self, row: Message) -> None:
        """It is gone, or nobody looks after it any more. No error if it is unknown."""
        if self._known.get(row.game_id, {}).pop(row.id, None) is None:
            self._unseen += 1
        self._db.soon(lambda tx: tx.all(f"DELETE FROM {self._table} WHERE id = ?", row.id))

    async def of_game(self, game_id: str) -> tuple[Message, ...]:
        """A game's messages, oldest first; without those whose rows cannot be read: they are posted anew."""
        while (known := self._known.get(game_id)) is None:
            unseen = self._unseen
            rows = await (self._of_game_now(game_id) if self._db.is_behind else self._of_game(game_id))
            if unseen != self._unseen or game_id in self._known:
                continue
            self._known[game_id] = {row.id: row for row in rows}
        return tuple(known.values())

    async def find(self, message_id: int) -> Message | None:
        """The row of the message that has this id in Discord."""
        return await (self._find_now(message_id) if self._db.is_behind else self._find(message_id))

    def reread(self) -> None:
        """Rows were changed by something else: keep none of them in memory."""
        self._known.clear()
        self._unseen += 1

    def _changed(self, row: Message, **changes: Any) -> Message:
        """The row with that changed, from now on; stored soon, for what a crash may lose."""
        known = self._known.get(row.game_id, {})
        after = replace(known.get(row.id, row), **changes)
        if row.id in known:
            known[row.id] = after
        else:
            self._unseen += 1
        names, values = ", ".join(f"{name} = ?" for name in changes), map(to_column, changes.values())
        parameters = (*values, row.id)
        self._db.soon(lambda tx: tx.all(f"UPDATE {self._table} SET {names} WHERE id = ?", *parameters))
        return after

    @property
    def now(self) -> datetime:
        """By the clock by which they were posted."""
        return datetime.fromisoformat(self._db.now())

    @property
    def _columns(self) -> str:
        return "*" if self._of == "game_id" else f"*, {self._of} AS game_id"

    def _require(self, tx: Transaction, game_id: str) -> None:
        """Raises NoSuchGame."""
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
    """What writes stores first what could wait."""


class TaleMessages(Messages):
    """The same for tales, whose ids stand for those of games."""

    _table, _of = "tale_messages", "tale_id"

    def _require(self, tx: Transaction, game_id: str) -> None:
        if tx.one("SELECT 1 FROM tales WHERE id = ?", game_id) is None:
            raise NoSuchGame(game_id)
