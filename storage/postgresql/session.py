"""Runs the statements of one transaction on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import psycopg
from psycopg import pq
from psycopg.rows import RowMaker
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper

from storage.connection import READ, WRITE
from storage.errors import DatabaseAway, DatabaseFailed
from storage.postgresql.dialect import translated

_BEGIN = {
    READ: "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY",
    # By the transaction's number one can find out later whether it was committed.
    WRITE: "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT pg_current_xact_id()::text",
}


class Again(Exception):
    """The transaction was rolled back through no fault of its own, and can be run again from its beginning."""


class Lost(Again):
    """The connection was lost before the transaction was committed."""


class _Row:
    """A row with the interface of `sqlite3.Row`."""

    __slots__ = ("_columns", "_values")

    def __init__(self, columns: Mapping[str, int], values: Sequence[Any]) -> None:
        self._columns, self._values = columns, values

    def keys(self) -> Iterable[str]:
        return self._columns.keys()

    def __getitem__(self, key: int | str) -> Any:
        return self._values[key if isinstance(key, int) else self._columns[key]]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)


def _rows(cursor: psycopg.Cursor[Any]) -> RowMaker[_Row]:
    columns = {column.name: at for at, column in enumerate(cursor.description or ())}
    return lambda values: _Row(columns, values)


def prepare(raw: psycopg.Connection[Any]) -> None:
    """Convert values as SQLite does. All integers are sent as bigint, so that each statement is prepared only once."""
    raw.adapters.register_dumper(int, Int8Dumper)
    raw.adapters.register_dumper(str, StrDumper)


class Session:
    """Runs statements on one connection. An error of the server becomes DatabaseFailed, whose text contains no value.

    was_committed: returns whether the transaction of that number was committed; called when the connection is lost
    during the commit.
    """

    def __init__(self, raw: psycopg.Connection[Any], was_committed: Callable[[str], bool]) -> None:
        self._raw = raw
        self._was_committed = was_committed
        self._cursor: psycopg.RawCursor[_Row] = psycopg.RawCursor(raw, row_factory=_rows)
        self._number: str | None = None

    def execute(self, sql: str, parameters: Sequence[object] = (), /) -> _Result:
        """Run a statement written for SQLite. Raises DatabaseFailed; Again, Lost."""
        if sql in _BEGIN:
            return self._begin(sql)
        try:
            # Booleans are 0 and 1, as in SQLite.
            given = [int(each) if isinstance(each, bool) else each for each in parameters]
            self._cursor.execute(translated(sql).encode(), given or None)
            return _Result(self._cursor.fetchall() if self._cursor.description is not None else [])
        except psycopg.Error as error:
            raise self._problem(error) from None

    def executemany(self, sql: str, parameters: Iterable[Sequence[object]], /) -> None:
        for each in parameters:
            self.execute(sql, each)

    def commit(self) -> None:
        """Commit. Raises DatabaseAway if it cannot be found out whether that succeeded, and what `execute` raises."""
        try:
            self._raw.execute("COMMIT")
        except psycopg.Error as error:
            problem = self._problem(error)
            if not isinstance(problem, Lost) or self._number is None or not self._was_committed(self._number):
                raise problem from None

    def rollback(self) -> None:
        """Roll back. Does nothing if the connection is lost, or no transaction is open."""
        if not self._raw.broken and self._raw.info.transaction_status is not pq.TransactionStatus.IDLE:
            try:
                self._raw.execute("ROLLBACK")
            except psycopg.Error:
                self._raw.close()

    def _begin(self, begin: str) -> _Result:
        self.rollback()  # closes a transaction that failed
        self._number = None
        try:
            cursor = self._raw.execute(_BEGIN[begin])
            if begin == WRITE:
                cursor.nextset()
                (self._number,) = cursor.fetchone() or ("",)
        except psycopg.Error as error:
            raise self._problem(error) from None
        return _Result([])

    def _problem(self, error: psycopg.Error) -> Exception:
        if isinstance(error, psycopg.errors.SerializationFailure | psycopg.errors.DeadlockDetected):
            return Again()
        if isinstance(error, psycopg.errors.ReadOnlySqlTransaction) and self._number is not None:
            self._raw.close()  # the server has become read-only; until it can be written, it is away
            return Lost()
        if self._raw.broken or isinstance(error, psycopg.errors.AdminShutdown | psycopg.errors.CannotConnectNow):
            return Lost()
        refused = f"the database refused: {said(error)}"
        # whoever has the lock may be waiting for the server itself
        return (DatabaseAway if isinstance(error, psycopg.errors.LockNotAvailable) else DatabaseFailed)(refused)


class _Result:
    """The result of a statement."""

    __slots__ = ("_rows",)

    def __init__(self, rows: list[_Row]) -> None:
        self._rows = rows

    def fetchall(self) -> list[_Row]:
        return self._rows

    def __iter__(self) -> Iterator[_Row]:
        return iter(self._rows)


def said(error: psycopg.Error) -> str:
    """Return the server's error in one line, without its details, which contain values."""
    return error.diag.message_primary or (" ".join(str(error).split()) if error.sqlstate is None else error.sqlstate)
