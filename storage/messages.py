"""What the bot has posted for a game, and what each message last showed.

A row is planned before its message is posted, so that a post that fails, or whose answer is lost with the
process, is known after a restart; the row's id never comes back and may serve as the post's nonce.
"""

from __future__ import annotations

from storage.database import Part, Transaction, reads, writes
from storage.errors import NoSuchMessage
from storage.games import require
from storage.reading import read, readable
from storage.rows import Message, Status


class Messages(Part):
    """The messages of games. `kind` and `shown` (a digest) are the caller's words."""

    @writes
    def plan(
        self,
        tx: Transaction,
        game_id: str,
        kind: str,
        channel_id: int,
        *,
        seat: str | None = None,
        user_id: int | None = None,
    ) -> Message:
        """A message that is about to be posted; `seat` and `user_id` if it is for one person.

        Raises NoSuchGame.
        """
        require(tx, game_id, *Status)
        row = tx.only(
            "INSERT INTO messages (game_id, kind, channel_id, seat, user_id) VALUES (?, ?, ?, ?, ?) RETURNING *",
            *(game_id, kind, channel_id, seat, user_id),
        )
        return read(Message, row)[0]

    @writes
    def posted(self, tx: Transaction, row_id: int, message_id: int, shown: str) -> Message:
        """It is in the channel. Raises NoSuchMessage."""
        return _update(
            tx,
            row_id,
            "message_id = ?, shown = ?, posted_at = ?, failures = 0, error = NULL, failed_at = NULL",
            *(message_id, shown, self._db.now()),
        )

    @writes
    def edited(self, tx: Transaction, row_id: int, shown: str) -> Message:
        """It shows something new. Raises NoSuchMessage."""
        return _update(tx, row_id, "shown = ?, failures = 0, error = NULL, failed_at = NULL", shown)

    @writes
    def failed(self, tx: Transaction, row_id: int, error: str) -> Message:
        """It could not be posted or edited, for this reason. Raises NoSuchMessage."""
        return _update(
            tx, row_id, "failures = min(failures, 999999) + 1, error = ?, failed_at = ?", error, self._db.now()
        )

    @writes
    def forget(self, tx: Transaction, row_id: int) -> None:
        """It is gone, or nobody looks after it any more. No error if it is unknown."""
        tx.all("DELETE FROM messages WHERE id = ?", row_id)

    @reads
    def of_game(self, tx: Transaction, game_id: str) -> tuple[Message, ...]:
        """A game's messages, oldest first; without those whose rows cannot be read: they are posted anew."""
        rows = tx.all("SELECT * FROM messages WHERE game_id = ? ORDER BY id", game_id)
        return readable(Message, rows)

    @reads
    def find(self, tx: Transaction, message_id: int) -> Message | None:
        """The row of the message that has this id in Discord."""
        row = tx.one("SELECT * FROM messages WHERE message_id = ?", message_id)
        return next(iter(readable(Message, [row] if row is not None else [])), None)


def _update(tx: Transaction, row_id: int, changes: str, *parameters: object) -> Message:
    row = tx.one(f"UPDATE messages SET {changes} WHERE id = ? RETURNING *", *(*parameters, row_id))
    if row is None:
        raise NoSuchMessage(row_id)
    return read(Message, row)[0]
