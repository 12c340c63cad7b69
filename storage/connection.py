"""What `Database` needs of any database: a connection on a thread of its own, and a session that runs statements
there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

READ, WRITE = "BEGIN", "BEGIN IMMEDIATE"
"""The statements that begin a transaction which only reads, and one which (also) writes."""


class Row(Protocol):
    """A row: iterates over its values; indexed by position or by column name."""

    def keys(self) -> Any: ...

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Session(Protocol):
    """Runs statements, which are written in SQLite's dialect; the part of `sqlite3.Connection` that we use."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Any: ...

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Any: ...

    def commit(self) -> None: ...

    def rollback(self) -> None: ...


class Connection(Protocol):
    """One connection to a database.

    `row_lock`: appended to a SELECT whose rows nobody else may change before the commit; "" if not needed. `clock`: a
    statement that returns the database's time; None if the machine's clock counts. `version`: a statement that returns
    the schema's version, which nobody can change before the commit; no row while somebody changes it. `refused`: a
    statement that returns the names of tables that may not be read, and locks none of them. `newest`: the version that
    it had when the database was opened. `commits_together`: whether several jobs may share one transaction, each undone
    on its own by a savepoint. `away`: set while the connection is lost.
    """

    @property
    def row_lock(self) -> str: ...

    @property
    def clock(self) -> str | None: ...

    @property
    def version(self) -> str: ...

    @property
    def refused(self) -> str: ...

    @property
    def newest(self) -> int: ...

    @property
    def commits_together(self) -> bool: ...

    @property
    def is_open(self) -> bool: ...

    @property
    def away(self) -> asyncio.Event: ...

    async def run(self, work: Callable[[Any], T]) -> T:
        """Call `work` with the session, on the connection's thread; call it again if its transaction has to be
        repeated."""
        ...

    async def settle(self) -> None:
        """Move what is committed from the write-ahead log into the file itself, as far as that is possible now."""
        ...

    async def wipe_deleted(self) -> bool:
        """Remove the remains of what was overwritten from the database's files, as far as that is possible. Return
        False if somebody who reads the database just now keeps it from that."""
        ...

    def hurry(self) -> None:
        """From now on, wait only briefly for a database that does not end a transaction: what is under way then fails,
        and so does all that comes later."""
        ...

    async def close(self, *, has_had_it: bool) -> None:
        """Close. has_had_it: whether the database has been this process's own; if not, what another one has left beside
        it stays."""
        ...
