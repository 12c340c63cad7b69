"""Seats that change hands in a running game: who had them, who is asked to take one, and the change itself."""

from __future__ import annotations

from storage import timers, topics
from storage.database import Part, Transaction, writes
from storage.errors import NoSuchSeat
from storage.moves import in_step, keep_beside
from storage.rows import NOTHING_WAITS, Holder, Position, Status, Timing
from storage.steps import hand, require
from storage.votes import forget_about


class Handovers(Part):
    """Seats that change hands. Tenures and offers are read by `Games.load`."""

    @writes
    def offer(self, tx: Transaction, game_id: str, seat: str, user_id: int, timing: Timing = NOTHING_WAITS) -> None:
        """Ask a person to take this seat, in place of whoever was asked before; votes on the seat are deleted. `timing`
        sets the timer of kind `offer` that goes with it.

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
        """Delete the offer of this seat, and store what is kept beside the position then; None leaves the position as
        it is. No error if there is no offer.

        Raises NoSuchGame, WrongStatus, Conflict, but only if a position is given.
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
        """Give the seat to another holder and store what is kept beside the position then; record who had it, until
        which turn.

        `own`: the former holder gave it up. Their votes are deleted, and so are votes on the seat and on giving its new
        holder another one, and offers of the seat or to them. Raises NoSuchGame, WrongStatus, Conflict, NoSuchSeat.
        """
        in_step(tx, game_id, expected)
        hand(tx, game_id, seat, to, self._db.now(), turn=turn, own=own)
        forget_about(tx, game_id, seat)
        if to.user_id is not None:
            tx.all("DELETE FROM votes WHERE game_id = ? AND about LIKE ?", game_id, topics.giving_to(to.user_id))
        tx.all("DELETE FROM offers WHERE game_id = ? AND (seat = ? OR user_id = ?)", game_id, seat, to.user_id)
        tx.all("UPDATE games SET host_id = ?, updated_at = ? WHERE id = ?", host_id, self._db.now(), game_id)
        keep_beside(tx, game_id, position)
        timers.change(tx, game_id, timing)
