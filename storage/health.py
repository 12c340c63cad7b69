"""Who works with a database, seen from outside. It blocks, and never writes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from storage.errors import CannotOpen
from storage.reading import readable
from storage.rows import utc_now


@dataclass(frozen=True, slots=True)
class Holder:
    """The bot that holds the lease; `alive` while it renews it."""

    host: str
    pid: int
    expires_at: datetime

    @property
    def alive(self) -> bool:
        return self.expires_at > utc_now()


def holder(path: Path) -> Holder | None:
    """The bot that works with this database, or did until it crashed; None too where that cannot be read.

    Raises CannotOpen.
    """
    if not path.is_file():
        raise CannotOpen(path, "there is no such file")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute("PRAGMA query_only = ON")
            connection.row_factory = sqlite3.Row
            row = connection.execute("SELECT host, pid, expires_at FROM lease").fetchone()
    except sqlite3.Error as error:
        raise CannotOpen(path, str(error)) from error
    return next(iter(readable(Holder, [row] if row else [])), None)
