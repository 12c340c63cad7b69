"""What waits: a row says what is to be looked at, and when. It is set in the transaction of what brings it about."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby
from types import MappingProxyType

from storage import reading
from storage.columns import to_json, to_text
from storage.connection import Row
from storage.database import Part, Transaction, reads, writes
from storage.rows import Timer, Timing
from storage.share import Share

_ALL = 2**62
_EVERYWHERE: Mapping[str, Share] = MappingProxyType({})
UNREADABLE = "date(due_at, '+0 days') IS NOT substr(due_at, 1, 10)"
"""As a condition on rows: the moment may be none, such as 30 February; all that are none are among them."""


class Timers(Part):
    """The rows of everything that waits. `kind` and `about` are the caller's words; together, in a game, they are one
    thing, for which there is one row."""

    @writes
    def change(self, tx: Transaction, timing: Timing, game_id: str | None = None) -> None:
        """Change the rows of a game, or (None) those of none. Raises DatabaseFailed for a game that does not exist."""
        change(tx, game_id, timing)

    @writes
    def done(self, tx: Transaction, timer: Timer, again: datetime | None = None) -> None:
        """Take the row away, or let it be due again then; nothing if it was set anew since it was read."""
        if again is None:
            tx.all("DELETE FROM timers WHERE id = ?", timer.id)
        else:
            tx.all("UPDATE timers SET due_at = ? WHERE id = ?", to_text(again), timer.id)

    @writes
    def sooner(self, tx: Transaction, since: datetime, by: timedelta) -> None:
        """What is due after that moment, of our games, comes by so much sooner."""
        known = tx.all(f"SELECT * FROM timers WHERE due_at > ? AND {self._db.share.rows()}", to_text(since))
        moved = [(to_text(each.due_at - by), each.id) for each in map(read, known) if not each.damaged]
        tx.many("UPDATE timers SET due_at = ? WHERE id = ?", moved)

    @property
    def soonest(self) -> datetime | None:
        """The earliest moment of the rows that were set since that was last forgotten; None if none was."""
        return self._db.soonest

    def forget_soonest(self) -> None:
        """Whoever is about to look knows of all that were set until now."""
        self._db.soonest = None

    @reads
    def due(
        self,
        tx: Transaction,
        now: datetime,
        kinds: Collection[str],
        but: Collection[int] = (),
        at_most: int = _ALL,
        share: Share | None = None,
    ) -> tuple[Timer, ...]:
        """The rows of these kinds that are due, of our games or those of a share, the earliest first; not those with
        the ids `but`. One that cannot be read is due as well."""
        return _look(tx, dict.fromkeys(kinds, share or self._db.share), now, but, at_most, thorough=True)[0]

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
        """The same, and when the next row of these kinds is due after now.

        Not `thorough`: without reading all rows to find those that cannot be read; one that is the next is found.
        within: the kinds that are looked for among a part of our games alone.
        """
        return _look(tx, {kind: within.get(kind, self._db.share) for kind in kinds}, now, but, at_most, thorough)

    @reads
    def of_game(self, tx: Transaction, game_id: str) -> tuple[Timer, ...]:
        """The rows of a game, the earliest first."""
        return of_game(tx, game_id)


def change(tx: Transaction, game_id: str | None, timing: Timing) -> None:
    """Take rows away, then set rows: in the transaction of what brings that about. What is set anew gets another id."""
    if not timing.drop and not timing.put:
        return
    for each in timing.put:
        tx.soonest = min(each.due_at, tx.soonest or each.due_at)
    tx.many(
        "DELETE FROM timers WHERE game_id IS ? AND kind = ? AND about = ?",
        [(game_id, kind, about) for kind, about in {*timing.drop, *((each.kind, each.about) for each in timing.put)}],
    )
    tx.many(
        "INSERT INTO timers (kind, game_id, about, due_at, payload) VALUES (?, ?, ?, ?, ?)",
        [(each.kind, game_id, each.about, to_text(each.due_at), to_json(each.payload)) for each in timing.put],
    )


def of_game(tx: Transaction, game_id: str) -> tuple[Timer, ...]:
    """The rows of a game, the earliest first."""
    return tuple(map(read, tx.all("SELECT * FROM timers WHERE game_id = ? ORDER BY due_at, id", game_id)))


def read(row: Row) -> Timer:
    """A row as a value; one whose moment cannot be read is `damaged`, and its moment the beginning of time."""
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
    # A kind that is no mere column leaves no index but the moments', which finds these rows without the others.
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

    moment = to_text(now)
    strange = rows(f"due_at > ? AND {UNREADABLE}", moment, at_most=at_most) if thorough else []
    due = [each for each in strange if each.damaged]
    due += rows("due_at <= ?", moment, at_most=at_most - len(due))
    following = rows("due_at > ?", moment, at_most=1)
    if not following or not following[0].damaged:
        return tuple(due), following[0].due_at if following else None
    return tuple({each.id: each for each in (*due, *following)}.values())[:at_most], None


def _marks(many: Collection[object]) -> str:
    return ", ".join("?" * len(many))
