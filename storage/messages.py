"""What the bot has posted for a game, and what each message last showed.

A row is planned before its message is posted, so that a post that fails, or whose answer is lost with the
process, is known after a restart; the row's id never comes back and may serve as the post's nonce.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable
from dataclasses import replace
from typing import TypeVar

from storage.database import Database, Part, Transaction, reads, writes
from storage.errors import NoSuchGame, NoSuchMessage
from storage.games import require
from storage.reading import read, readable
from storage.rows import Message, Status

T = TypeVar("T")
_KEPT = 1024
"""Games whose rows are kept in memory."""
_EDITED = "shown = ?, failures = 0, error = NULL, failed_at = NULL"


class Messages(Part):
    """The messages of games. `kind` and `shown` (a digest) are the caller's words."""

    _table, _of = "messages", "game_id"
    """Where the rows are, and which column says whose they are."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self._known: OrderedDict[str, dict[int, Message]] = OrderedDict()

    async def plan(
        self, game_id: str, kind: str, channel_id: int, *, seat: str | None = None, user_id: int | None = None
    ) -> Message:
        """A message that is about to be posted; `seat` and `user_id` if it is for one person.

        Raises NoSuchGame.
        """
        return await self._changed(self._plan(game_id, kind, channel_id, seat, user_id))

    async def posted(self, row_id: int, message_id: int, shown: str) -> Message:
        """It is in the channel. Raises NoSuchMessage."""
        changes = "message_id = ?, shown = ?, posted_at = ?, failures = 0, error = NULL, failed_at = NULL"
        return await self._changed(self._update(row_id, changes, message_id, shown, self._db.now()))

    async def edited(self, row_id: int, shown: str) -> Message:
        """It shows something new. Raises NoSuchMessage."""
        return await self._changed(self._update(row_id, _EDITED, shown))

    def edited_again(self, row: Message, shown: str) -> Message:
        """The same where a crash may lose it, which has the message edited once more: stored within a second."""
        after = replace(row, shown=shown, failures=0, error=None, failed_at=None)
        self._db.soon(lambda tx: tx.all(f"UPDATE {self._table} SET {_EDITED} WHERE id = ?", shown, row.id))
        self._keep(after)
        return after

    async def failed(self, row_id: int, error: str) -> Message:
        """It could not be posted or edited, for this reason. Raises NoSuchMessage."""
        counted = "failures = CASE WHEN failures < 1000000 THEN failures + 1 ELSE failures END"
        changes = f"{counted}, error = ?, failed_at = ?"
        return await self._changed(self._update(row_id, changes, error, self._db.now()))

    async def forget(self, row_id: int) -> None:
        """It is gone, or nobody looks after it any more. No error if it is unknown."""
        await self._or_reread(self._forget(row_id))
        for rows in reversed(self._known.values()):
            if rows.pop(row_id, None) is not None:
                break

    async def of_game(self, game_id: str) -> tuple[Message, ...]:
        """A game's messages, oldest first; without those whose rows cannot be read: they are posted anew."""
        known = self._known.get(game_id)
        if known is None:
            # Transactions come one after another, and so do those who wait for them: nothing later is overwritten.
            known = self._known[game_id] = {row.id: row for row in await self._of_game(game_id)}
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(game_id)
        return tuple(known.values())

    @reads
    def find(self, tx: Transaction, message_id: int) -> Message | None:
        """The row of the message that has this id in Discord."""
        row = tx.one(f"SELECT {self._columns} FROM {self._table} WHERE message_id = ?", message_id)
        return next(iter(readable(Message, [row] if row is not None else [])), None)

    def reread(self) -> None:
        """Rows were changed by something else: keep none of them in memory."""
        self._known.clear()

    def _keep(self, row: Message) -> None:
        if row.game_id in self._known:
            self._known[row.game_id][row.id] = row

    async def _changed(self, change: Awaitable[Message]) -> Message:
        row = await self._or_reread(change)
        self._keep(row)
        return row

    async def _or_reread(self, change: Awaitable[T]) -> T:
        try:
            return await change
        except BaseException:  # cancelled too: nobody knows whether it is stored
            self.reread()
            raise

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

    @writes
    def _update(self, tx: Transaction, row_id: int, changes: str, *parameters: object) -> Message:
        row = tx.one(
            f"UPDATE {self._table} SET {changes} WHERE id = ? RETURNING {self._columns}", *(*parameters, row_id)
        )
        if row is None:
            raise NoSuchMessage(row_id)
        return read(Message, row)[0]

    @writes
    def _forget(self, tx: Transaction, row_id: int) -> None:
        tx.all(f"DELETE FROM {self._table} WHERE id = ?", row_id)

    @reads
    def _of_game(self, tx: Transaction, game_id: str) -> tuple[Message, ...]:
        return readable(
            Message, tx.all(f"SELECT {self._columns} FROM {self._table} WHERE {self._of} = ? ORDER BY id", game_id)
        )


class TaleMessages(Messages):
    """The same for tales, whose ids stand for those of games."""

    _table, _of = "tale_messages", "tale_id"

    def _require(self, tx: Transaction, game_id: str) -> None:
        if tx.one("SELECT 1 FROM tales WHERE id = ?", game_id) is None:
            raise NoSuchGame(game_id)
