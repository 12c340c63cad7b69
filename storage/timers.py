"""Timers: each row says what is to be done, and when. It is set in the same transaction as what brings it about."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby
from types import MappingProxyType

from storage import reading
from storage.columns import moment, to_json, to_text
from storage.connection import Row
from storage.database import Part, Transaction, reads, writes
from storage.rows import Timer, Timing
from storage.share import Share
from storage.steps import ACTIVE, REOPENABLE

_ALL = 2**62
_EVERYWHERE: Mapping[str, Share] = MappingProxyType({})
UNREADABLE = "date(due_at, '+0 days') IS NOT substr(due_at, 1, 10)"
"""SQL condition for rows that may have an unreadable time, such as 30 February; all unreadable rows meet it."""


class Timers(Part):
    """The rows of all timers. The meaning of `kind` and `about` is the caller's; within a game there is one row for
    each pair of them."""

    @writes
    def change(self, tx: Transaction, timing: Timing, game_id: str | None = None) -> None:
        """Change the timers of a game; None: of those that belong to no game. Raises DatabaseFailed if there is no such
        game."""
        change(tx, game_id, timing)

    @writes
    def done(self, tx: Transaction, timer: Timer, again: datetime | None = None) -> None:
        """Delete the timer, or make it due `again` at that time. Does nothing if it was set anew since it was read."""
        if again is None:
            tx.all("DELETE FROM timers WHERE id = ?", timer.id)
        else:
            tx.all("UPDATE timers SET due_at = ? WHERE id = ?", to_text(again), timer.id)

    @writes
    def bring_forward(self, tx: Transaction, since: datetime, by: timedelta) -> None:
        """Bring forward by `by` what waits in our games: timers that are due after `since`, ends that are sealed after
        it, and votes that were cast after `since - by`."""
        share = self._db.share
        for table, column, mine, after in (
            ("timers", "due_at", share.rows(), since),
            ("games", "sealed_at", share.games(), since),
            ("votes", "at", share.rows(), since - by),
        ):
            rows = tx.all(f"SELECT DISTINCT {column} FROM {table} WHERE {column} > ? AND {mine}", to_text(after))
            known = [(text, when) for text in (row[column] for row in rows) if (when := moment(text)) is not None]
            tx.many(
                f"UPDATE {table} SET {column} = ? WHERE {column} = ? AND {mine}",
                [(to_text(when - by), text) for text, when in sorted(known)],
            )

    @property
    def soonest(self) -> datetime | None:
        """The earliest due time of the timers set since `forget_soonest`; None if none was set."""
        return self._db.soonest

    def forget_soonest(self) -> None:
        """Reset `soonest`; call this before looking for what is due."""
        self._db.soonest = None

    @reads
    def due(
        self, tx: Transaction, now: datetime, kinds: Collection[str], share: Share | None = None
    ) -> tuple[Timer, ...]:
        """Return the timers of these kinds that are due, in our games or those of `share`, the earliest first. Timers
        that cannot be read count as due."""
        return _look(tx, dict.fromkeys(kinds, share or self._db.share), now, (), _ALL, thorough=True)[0]

    @reads
    def look(
        self,
        tx: Transaction,
        now: datetime,
        kinds: Collection[str],
        but: Collection[int],
        at_most: int,
        thorough: bool = True,
        within: Mapping[str, Share] = _EVERYWHERE,
    ) -> tuple[tuple[Timer, ...], datetime | None]:
        """Return what `due` returns, but at most so many, without those whose ids are in `but`; and when the next timer
        of these kinds is due: None if there is none, or that one is unreadable and so among the first.

        Not `thorough`: do not read all rows to find unreadable ones; the next one to come is found to be so all the
        same. within: the share in which a kind is looked for, if not among all our games.
        """
        return _look(tx, {kind: within.get(kind, self._db.share) for kind in kinds}, now, but, at_most, thorough)

    @reads
    def of_game(self, tx: Transaction, game_id: str) -> tuple[Timer, ...]:
        """Return the timers of a game, the earliest first."""
        return of_game(tx, game_id)


def change(tx: Transaction, game_id: str | None, timing: Timing) -> None:
    """Delete timers, then set timers, in the transaction of what brings that about. One that is set again gets a new
    id."""
    if not timing.drop and not timing.put:
        return
    for each in timing.put:
        tx.soonest = min(each.due_at, tx.soonest or each.due_at)
    # As the unique index has it: else all timers of the kind would be read.
    tx.many(
        "DELETE FROM timers WHERE kind = ? AND ifnull(game_id, '') = ? AND about = ?",
        [
            (kind, game_id or "", about)
            for kind, about in {*timing.drop, *((each.kind, each.about) for each in timing.put)}
        ],
    )
    tx.many(
        "INSERT INTO timers (kind, game_id, about, due_at, payload) VALUES (?, ?, ?, ?, ?)",
        [(each.kind, game_id, each.about, to_text(each.due_at), to_json(each.payload)) for each in timing.put],
    )


def put_at_seats(tx: Transaction, user_id: int, timer: Timer) -> None:
    """Set the timer about each seat of the person in games that are active or can be reopened; one that exists stays
    as it is."""
    tx.soonest = min(timer.due_at, tx.soonest or timer.due_at)
    tx.all(
        "INSERT INTO timers (kind, game_id, about, due_at, payload)"
        " SELECT ?, id, seat, ?, ? FROM games JOIN seats ON game_id = id"
        f" WHERE user_id = ? AND ({ACTIVE} OR {REOPENABLE})"
        " ON CONFLICT DO NOTHING",
        *(timer.kind, to_text(timer.due_at), to_json(timer.payload), user_id),
    )


def of_game(tx: Transaction, game_id: str) -> tuple[Timer, ...]:
    """Return the timers of a game, the earliest first."""
    return tuple(map(read, tx.all("SELECT * FROM timers WHERE game_id = ? ORDER BY due_at, id", game_id)))


def read(row: Row) -> Timer:
    """Return a row as a timer; if its due time cannot be read, it is `damaged`, and due at the earliest datetime."""
    timer, wrong = reading.read(Timer, row)
    return replace(timer, damaged="due_at" in wrong)


def _look(
    tx: Transaction,
    kinds: Mapping[str, Share],
    now: datetime,
    but: Collection[int],
    at_most: int,
    thorough: bool,
) -> tuple[tuple[Timer, ...], datetime | None]:
    by_share = sorted(kinds, key=lambda kind: str(kinds[kind]))
    # As an expression, `kind` uses no index; that leaves the index on due times, which finds these rows alone.
    ours = " OR ".join(
        f"(kind || '' IN ({_marks(list(of_it))}) AND {share.rows()})"
        for share, of_it in groupby(by_share, kinds.__getitem__)
    )

    def rows(condition: str, *moments: str, at_most: int) -> list[Timer]:
        found = tx.all(
            f"SELECT * FROM timers WHERE {condition} AND ({ours or '1 = 0'}) AND id NOT IN ({_marks(but)})"
            " ORDER BY due_at, id LIMIT ?",
            *(*moments, *by_share, *but, at_most),
        )
        return [read(row) for row in found]

    at = to_text(now)
    strange = rows(f"due_at > ? AND {UNREADABLE}", at, at_most=at_most) if thorough else []
    due = [each for each in strange if each.damaged]
    due += rows("due_at <= ?", at, at_most=at_most - len(due))
    following = rows("due_at > ?", at, at_most=1)
    if not following or not following[0].damaged:
        return tuple(due), following[0].due_at if following else None
    return tuple({each.id: each for each in (*due, *following)}.values())[:at_most], None


def _marks(many: Collection[object]) -> str:
    return ", ".join("?" * len(many))
