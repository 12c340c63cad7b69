"""Numbered migrations: listing them, and bringing a file up to date in one transaction."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from storage import fate
from storage.errors import CannotOpen, NewerSchema
from storage.lease_holder import require_idle

log = logging.getLogger(__name__)

# Marks a file as ours ("Adep"), so that another program's database is never changed.
APPLICATION_ID = 0x41646570

_FILE = re.compile(r"(\d{4})_\w+\.sql")


def migrations(folder: Traversable | None = None) -> tuple[str, ...]:
    """Return SQLite's migrations in order; the first is number 1. Raises ValueError if one is missing or doubled."""
    found = numbered(folder if folder is not None else files("storage") / "migrations")
    if found and min(found) != 1:
        raise ValueError(f"migrations must be numbered from 1, not {min(found)}")
    return tuple(found.values())


def numbered(folder: Traversable) -> dict[int, str]:
    """Return the SQL of a folder's migrations by number, in order. Raises ValueError if one is missing or doubled."""
    found = sorted(
        (int(match[1]), file.read_text("utf-8")) for file in folder.iterdir() if (match := _FILE.fullmatch(file.name))
    )
    numbers = [number for number, _ in found]
    if numbers != list(range(numbers[0] if numbers else 1, len(numbers) + (numbers[0] if numbers else 1))):
        raise ValueError(f"migrations must be numbered without gaps, not {numbers}")
    return dict(found)


def inspect(connection: sqlite3.Connection, path: Path, known: int) -> int:
    """Return the file's schema version; 0 if it is empty.

    Raises CannotOpen if the file is another program's, NewerSchema if a newer program wrote it.
    """
    connection.execute("BEGIN")  # one instant, as another process may be migrating it
    try:
        return _version(connection, path, known)
    finally:
        connection.rollback()


def _version(connection: sqlite3.Connection, path: Path, known: int) -> int:
    application = _pragma(connection, "application_id")
    found = _pragma(connection, "user_version")
    if application != APPLICATION_ID:
        tables = connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        if application or found or tables:
            raise CannotOpen(path, "it is another program's database")
    if found > known:
        raise NewerSchema(path, found, known)
    return found


def migrate(connection: sqlite3.Connection, path: Path, scripts: tuple[str, ...]) -> None:
    """Apply the missing migrations, all or none. Foreign keys must be off (a migration may rebuild a table); they are
    checked before the commit, and references that were broken before may stay so. If several processes start at once,
    the first one migrates.

    An upgrade is noted in the file first (`storage.fate`), for whoever finds it locked. Raises CannotOpen, NewerSchema;
    LeaseHeld while a bot works with the older schema.
    """
    if announced := 0 < inspect(connection, path, len(scripts)) < len(scripts):
        connection.execute("BEGIN IMMEDIATE")
        fate.write(connection, fate.UPGRADE)
        connection.commit()
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = _version(connection, path, len(scripts))
        if 0 < found < len(scripts):
            require_idle(connection.execute("SELECT * FROM lease"))
        broken = _broken(connection) if found < len(scripts) else Counter()
        for number, script in enumerate(scripts[found:], found + 1):
            try:
                for statement in _statements(script):
                    connection.execute(statement)
            except sqlite3.Error as error:
                raise CannotOpen(path, f"migration {number} failed and was undone: {error}") from error
        if 0 < found < len(scripts):
            log.warning("the database is brought up to date", extra={"from": found, "to": len(scripts)})
        if found < len(scripts):
            if not _broken(connection) <= broken:
                raise CannotOpen(path, "a migration broke references between its rows, and was undone")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {len(scripts)}")
        if announced:
            fate.clear(connection)
        connection.commit()
    except BaseException:
        connection.rollback()
        if announced:
            with suppress(sqlite3.Error):  # the first error is the one to raise
                fate.clear(connection)
        raise


def _broken(connection: sqlite3.Connection) -> Counter[tuple[str, str]]:
    """Count the broken references from each table to each other one."""
    return Counter((table, parent) for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check"))


def _statements(sql: str) -> Iterator[str]:
    """Yield the statements of a script, each of which ends at the end of a line. (executescript would commit first.)"""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
