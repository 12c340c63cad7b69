"""The votes at tables, for and against. A vote is deleted with its seat, and when the game ends."""

from __future__ import annotations

from datetime import datetime

from storage import timers, topics
from storage.columns import to_text
from storage.database import Database, Part, Transaction, reads, writes
from storage.errors import NoSuchSeat, WrongStatus
from storage.reading import readable
from storage.rows import NOTHING_WAITS, Ballot, Status, Timing
from storage.steps import require

_KEPT = 4096
"""How many games that are known to have no votes are kept in memory."""


class Votes(Part):
    """The votes of games. `about` is the topic (`storage.topics`)."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self._none = set[str]()
        """Games known to have no votes, as that is looked up after every move; only `cast` can change it."""
        self._changes = 0
        """Counts the events after which `_none` may be wrong, so that a read under way meanwhile adds nothing to it."""

    async def cast(
        self, game_id: str, about: str, user_id: int, timing: Timing = NOTHING_WAITS, *, favours: bool = True
    ) -> None:
        """Record the person's vote for or against the topic; also in a game that was ended, until it is sealed.
        `timing` sets the timer of kind `vote` about "<about> <user>" that goes with it.

        Raises NoSuchGame, WrongStatus, NoSuchSeat.
        """
        try:
            await self._cast(game_id, about, user_id, favours, timing)
        finally:  # also when cancelled: the write may be carried out all the same
            self._none.discard(game_id)
            self._changes += 1

    def reread(self) -> None:
        """Drop what is kept in memory, as others may have changed rows."""
        self._none.clear()
        self._changes += 1

    async def topics(self, game_id: str) -> tuple[str, ...]:
        """Return the topics that have votes in a game."""
        if game_id in self._none:
            return ()
        before = self._changes
        found = await self._topics(game_id)
        if not found and before == self._changes:
            if len(self._none) >= _KEPT:
                self._none.clear()
            self._none.add(game_id)
        return found

    @writes
    def _cast(self, tx: Transaction, game_id: str, about: str, user_id: int, favours: bool, timing: Timing) -> None:
        game = require(tx, game_id, Status.LOBBY, Status.RUNNING, Status.CLOSED)
        if not game.status.is_active and game.sealed_at is None:
            raise WrongStatus(game_id, game.status)
        if tx.one("SELECT 1 FROM seats WHERE game_id = ? AND user_id = ?", game_id, user_id) is None:
            raise NoSuchSeat(game_id, str(user_id))
        tx.all(
            "INSERT INTO votes (game_id, about, user_id, at, favours) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (game_id, about, user_id) DO UPDATE SET at = excluded.at, favours = excluded.favours",
            *(game_id, about, user_id, self._db.now(), int(favours)),
        )
        timers.change(tx, game_id, timing)

    @writes
    def withdraw(self, tx: Transaction, game_id: str, about: str, user_id: int) -> None:
        """Delete the person's vote on the topic. No error if there is none."""
        tx.all("DELETE FROM votes WHERE game_id = ? AND about = ? AND user_id = ?", game_id, about, user_id)

    @writes
    def lapse(self, tx: Transaction, game_id: str, before: datetime) -> bool:
        """Delete the votes in the game that were cast at that time or earlier; return whether there were any."""
        return bool(tx.all("DELETE FROM votes WHERE game_id = ? AND at <= ? RETURNING 1", game_id, to_text(before)))

    @reads
    def _topics(self, tx: Transaction, game_id: str) -> tuple[str, ...]:
        rows = tx.all(
            "SELECT DISTINCT about FROM votes WHERE game_id = ? AND typeof(about) = 'text' ORDER BY about", game_id
        )
        return tuple(row["about"] for row in rows)

    @reads
    def of_game(self, tx: Transaction, game_id: str, about: str) -> tuple[Ballot, ...]:
        """Return the votes on the topic, in the order in which they were cast."""
        rows = tx.all(
            "SELECT user_id, at, favours FROM votes WHERE game_id = ? AND about = ? ORDER BY at, user_id",
            game_id,
            about,
        )
        return readable(Ballot, rows)


def forget_about(tx: Transaction, game_id: str, *seats: str) -> None:
    """Delete the votes on who gets these seats."""
    for seat in seats:
        about = topics.on_seat(seat)
        tx.all(f"DELETE FROM votes WHERE game_id = ? AND substr(about, 1, {len(about)}) = ?", game_id, about)
