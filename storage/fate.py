"""What is being done to a whole file, or was done: one row in a table of its own, which is there only then.

It is written before the work begins, so that whoever finds the file locked can be told why. It is no part of the
schema: it is not copied, and an older program passes over it.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from storage.columns import to_text, utc_now
from storage.process import Process, has_ended, this_process
from storage.reading import read

COPY, UPGRADE, MOVED = "copy", "upgrade", "moved"


@dataclass(frozen=True, slots=True)
class Fate(Process):
    """By which process, and since when. target: where the games go, or went, without name and password."""

    what: str
    target: str
    since: datetime

    @property
    def is_past(self) -> bool:
        """Whether it was broken off: nothing came of it."""
        return self.what != MOVED and has_ended(self)

    def __str__(self) -> str:
        if self.what == MOVED:
            return (
                f"its games were moved to {self.target} at {self.since:%Y-%m-%d %H:%M} UTC: storage.url makes the bot"
                " go on there; `adepts migrate --undo` lets this file count again, without what was played there since"
            )
        doing = f"copies it to {self.target}" if self.what == COPY else "brings it up to date"
        return f"process {self.pid} on {self.host} {doing} just now: start again when that is done"


def write(connection: sqlite3.Connection, what: str, target: str = "") -> None:
    """In the transaction that is open: what this process does."""
    clear(connection)
    connection.execute(
        "CREATE TABLE fate"
        " (what TEXT, target TEXT, since TEXT, host TEXT, boot TEXT, namespace TEXT, pid INTEGER, born TEXT)"
    )
    me = this_process()
    connection.execute(
        "INSERT INTO fate VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (what, target, to_text(utc_now()), me.host, me.boot, me.namespace, me.pid, me.born),
    )


def clear(connection: sqlite3.Connection) -> None:
    """Nothing is being done any more, and nothing was."""
    connection.execute("DROP TABLE IF EXISTS fate")


def standing(connection: sqlite3.Connection) -> Fate | None:
    """What keeps others from the file, if anything does: it was moved, or is being changed. Raises sqlite3.Error."""
    found = find(connection)
    return None if found is None or found.is_past else found


def find(connection: sqlite3.Connection) -> Fate | None:
    """None too where it cannot be read. Raises sqlite3.Error."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'fate'").fetchone():
        return None
    cursor = connection.cursor()
    cursor.row_factory = sqlite3.Row
    row = cursor.execute("SELECT * FROM fate").fetchone()
    if row is None:
        return None
    fate, wrong = read(Fate, row)
    return None if wrong else fate
