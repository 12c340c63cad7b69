"""Seats that change hands in a running game: who had them, who is asked to take one, and the change itself."""

from __future__ import annotations

from storage import timers
from storage.database import Part, Transaction, writes
from storage.errors import NoSuchSeat
from storage.moves import in_step, keep_beside
from storage.rows import NOTHING_WAITS, Holder, Position, Status, Timing
from storage.steps import hand, require
from storage.votes import forget_about


class Hands(Part):
    """Reading who had a seat, and who is asked to take it, is `Games.load`."""

    @writes
    def offer(self, tx: Transaction, game_id: str, seat: str, user_id: int, timing: Timing = NOTHING_WAITS) -> None:
        """Ask a person to take this seat, in place of whoever was asked before. A timer of kind `offer` about the seat
        goes with the offer.

        Raises NoSuchGame, WrongStatus, NoSuchSeat.
        """
        require(tx, game_id, Status.RUNNING)
        if tx.one("SELECT 1 FROM seats WHERE game_id = ? AND seat = ?", game_id, seat) is None:
            raise NoSuchSeat(game_id, seat)
        tx.all(
            "INSERT INTO offers (game_id, seat, user_id) VALUES (?, ?, ?)"
            " ON CONFLICT (game_id, seat) DO UPDATE SET user_id = excluded.user_id",
            *(game_id, seat, user_id),
        )
        forget_about(tx, game_id, seat)
        timers.change(tx, game_id, timing)

    @writes
    def withdraw(self, tx: Transaction, game_id: str, seat: str, position: Position | None, *, expected: int) -> None:
        """Nobody is asked to take this seat any more, with what is kept beside the position then; None: that stays. No
        error if nobody was.

        Raises NoSuchGame, WrongStatus, Conflict, if there is a position.
        """
        if position is not None:
            in_step(tx, game_id, expected)
            keep_beside(tx, game_id, position)
        tx.all("DELETE FROM offers WHERE game_id = ? AND seat = ?", game_id, seat)

    @writes
    def change(
        self,
        tx: Transaction,
        game_id: str,
        seat: str,
        to: Holder,
        position: Position,
        *,
        expected: int,
        turn: int,
        own: bool,
        host_id: int | None,
        timing: Timing = NOTHING_WAITS,
    ) -> None:
        """Give the seat to somebody else, with what is kept beside the position then; note who had it, until what turn.

        `own`: that person gives it up. Votes of that person and on the seat go, and offers to its new holder.
        Raises NoSuchGame, WrongStatus, Conflict, NoSuchSeat.
        """
        in_step(tx, game_id, expected)
        hand(tx, game_id, seat, to, self._db.now(), turn=turn, own=own)
        forget_about(tx, game_id, seat)
        tx.all("DELETE FROM offers WHERE game_id = ? AND (seat = ? OR user_id = ?)", game_id, seat, to.user_id)
        tx.all("UPDATE games SET host_id = ?, updated_at = ? WHERE id = ?", host_id, self._db.now(), game_id)
        keep_beside(tx, game_id, position)
        timers.change(tx, game_id, timing)
