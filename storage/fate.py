"""A note in a SQLite file on what is being done to the whole file, or was: one row in a table that exists only for
that.

It is written before the work begins, so that a process which finds the file locked can say why. The table is not part
of the schema: it is not copied, and an older program ignores it.
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
    """What was done (`what`), by which process and since when. target: where the games go or went, without user and
    password."""

    what: str
    target: str
    since: datetime

    @property
    def is_past(self) -> bool:
        """Whether the work was interrupted: its process has ended and the file was not moved."""
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
    """Note, in the open transaction, what this process is doing to the file."""
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
    """Delete the note, if there is one."""
    connection.execute("DROP TABLE IF EXISTS fate")


def standing(connection: sqlite3.Connection) -> Fate | None:
    """Return the note that forbids others to use the file: it was moved, or is being changed. None if they may use it.

    Raises sqlite3.Error.
    """
    found = find(connection)
    return None if found is None or found.is_past else found


def find(connection: sqlite3.Connection) -> Fate | None:
    """Return the note, whether it still applies or not; None if there is none, or it cannot be read. Raises
    sqlite3.Error."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'fate'").fetchone():
        return None
    cursor = connection.cursor()
    cursor.row_factory = sqlite3.Row
    row = cursor.execute("SELECT * FROM fate").fetchone()
    if row is None:
        return None
    fate, wrong = read(Fate, row)
    return None if wrong else fate
