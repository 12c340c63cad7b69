"""Copies all games of a SQLite file to a server's database, comparing row by row; all are copied or none."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from tenacity import Retrying, retry_if_exception_type, stop_after_delay, wait_fixed

from storage import fate
from storage.connection import WRITE
from storage.errors import CannotOpen, CopyFailed, CopyInDoubt
from storage.place import Server
from storage.postgresql.connection import end, reach
from storage.postgresql.schema import announce_copy, require_settled, version
from storage.postgresql.session import said
from storage.tables import TABLES

_TABLES = tuple(table for table in TABLES if table != "lease")
_AT_ONCE = 1000
_PATIENCE, _PAUSE = 30.0, 0.5
"""Seconds for which a server that has gone is asked whether it has the copy, and between two attempts."""


class Copied(NamedTuple):
    """What was copied. rows: how many rows of each table there were. unmarked: why the file could not be marked as
    moved, "" if it was."""

    rows: dict[str, int]
    unmarked: str


def copy(path: Path, server: Server) -> Copied:
    """Copy all tables, then mark the file as moved. It blocks; meanwhile nobody else can write to the file or take a
    lease of the server's database.

    Both must have the newest schema. What was written is read again before the commit, and must be the same. Raises
    CopyFailed, also if a bot holds a lease, or the server's database is not empty; CopyInDoubt.
    """
    try:
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)) as source,
            closing(reach(server)) as target,
        ):
            with _announced(source, server), _committing(target, server) as counts:
                announce_copy(target)
                target.execute("LOCK TABLE lease IN SHARE MODE")
                _require_nobody(source, target)
                _require_empty(target)
                target.execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # it is idle while the file is read
                for table in _TABLES:
                    try:
                        counts[table] = _copy(source, target, table)
                    except psycopg.OperationalError:
                        raise  # not the fault of a row
                    except psycopg.Error as error:
                        raise CopyFailed(
                            f"a row of {table} cannot be stored there: {said(error)}; see adepts doctor"
                        ) from None
                _count_on(source, target)
            return Copied(counts, _committed(source))
    except (sqlite3.Error, psycopg.Error) as error:
        raise CopyFailed(said(error) if isinstance(error, psycopg.Error) else str(error)) from None


@contextmanager
def _committing(target: psycopg.Connection[Any], server: Server) -> Iterator[dict[str, int]]:
    """A transaction on the server, with a dict for the number of rows of each table: they tell whether it counts if the
    connection is lost during the commit. Raises psycopg.Error; CopyInDoubt."""
    counts = dict[str, int]()
    number, is_all = "", False
    try:
        with target.transaction():
            [(number,)] = target.execute("SELECT pg_current_xact_id()::text").fetchall()
            yield counts
            is_all = True
    except psycopg.OperationalError:
        if not (is_all and target.broken and _holds(server, counts, number)):
            raise


def _holds(server: Server, counts: dict[str, int], number: str) -> bool:
    """Return whether so many rows are there once the transaction of that number has ended, which another connection had
    begun. Raises CopyInDoubt if the server cannot be asked for half a minute."""
    retrying = Retrying(
        stop=stop_after_delay(_PATIENCE),
        wait=wait_fixed(_PAUSE),
        retry=retry_if_exception_type(psycopg.Error),
        reraise=True,
    )

    def ask() -> bool:
        with closing(reach(server)) as target:
            end(target, number)
            announce_copy(target)  # waits until nobody else copies
            rows = {table: target.execute(f"SELECT count(*) FROM {table}".encode()).fetchall() for table in counts}
            return rows == {table: [(count,)] for table, count in counts.items()}

    try:
        return retrying(ask)
    except psycopg.Error as error:
        raise CopyInDoubt(server, said(error)) from None


@contextmanager
def _announced(source: sqlite3.Connection, server: Server) -> Iterator[None]:
    """Open a transaction on the file, which is first marked as being copied; the transaction, which is left open, marks
    it as moved. Raises sqlite3.Error."""
    source.execute(WRITE)
    fate.write(source, fate.COPY, str(server))
    source.commit()
    try:
        source.execute(WRITE)
        fate.write(source, fate.MOVED, str(server))
        yield
    except BaseException:
        _undone(source)
        raise


def _committed(source: sqlite3.Connection) -> str:
    """Commit on the file. Return why that was not possible, if so."""
    try:
        source.commit()
    except sqlite3.Error as error:
        _undone(source)
        return str(error)
    return ""


def _undone(source: sqlite3.Connection) -> None:
    """Let the file be as it was, as far as possible: what has failed before that is what is told."""
    with suppress(sqlite3.Error):
        source.rollback()
        fate.clear(source)


def require_unused(server: Server) -> None:
    """Check that the database has no tables, or ours without any rows. Raises CopyFailed, CannotOpen, NewerSchema;
    BeingChanged while games are copied to it, or it is upgraded."""
    try:
        with closing(reach(server)) as target:
            require_settled(target, server)
            if version(target, server):
                _require_empty(target)
    except psycopg.Error as error:
        raise CannotOpen(server, said(error)) from None


def _require_nobody(*databases: sqlite3.Connection | psycopg.Connection[Any]) -> None:
    for each in databases:
        if each.execute("SELECT 1 FROM lease").fetchone():
            raise CopyFailed("a bot has begun to work with one of the databases")


def _require_empty(target: psycopg.Connection[Any]) -> None:
    # one of an older version does not have all of them
    there = "SELECT name FROM unnest(%s::text[]) AS name WHERE to_regclass(name) IS NOT NULL"
    filled = [
        table
        for (table,) in target.execute(there, [[*_TABLES]]).fetchall()
        if target.execute(f"SELECT 1 FROM {table} LIMIT 1".encode()).fetchone()
    ]
    if filled:
        raise CopyFailed(
            f"there is something in that database already, in {', '.join(filled)}: a bot has worked with it, or games"
            " were copied to it before; if nobody needs that, drop the database and create it anew (dropdb, createdb)"
        )


def _copy(source: sqlite3.Connection, target: psycopg.Connection[Any], table: str) -> int:
    columns = [(name, bool(key)) for name, key in source.execute(f"SELECT name, pk FROM pragma_table_info('{table}')")]
    names = ", ".join(name for name, _ in columns)
    rows = f"SELECT {names} FROM {table} ORDER BY {', '.join(name for name, key in columns if key)}"
    with target.cursor() as cursor, cursor.copy(f"COPY {table} ({names}) FROM STDIN".encode()) as copying:
        for row in source.execute(rows):
            copying.write_row(row)
    with target.cursor("stored") as stored:
        stored.itersize = _AT_ONCE
        stored.execute(rows.encode())
        mine, theirs = _digest(source.execute(rows)), _digest(iter(stored))
    if mine != theirs:
        raise CopyFailed(f"what was stored of {table} is not what was read")
    return mine[0]


def _digest(rows: Iterable[Iterable[object]]) -> tuple[int, str]:
    """Return how many rows there are, and a digest of all of them in their order."""
    count, digest = 0, hashlib.sha256()
    for row in rows:
        count += 1
        digest.update(repr(tuple(row)).encode("utf-8", "surrogatepass"))
    return count, digest.hexdigest()


def _count_on(source: sqlite3.Connection, target: psycopg.Connection[Any]) -> None:
    """Continue the sequences of ids, so that ids of deleted rows are not used again either."""
    for table, last in source.execute("SELECT name, seq FROM sqlite_sequence").fetchall():
        if table in TABLES and last:
            target.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, last])
