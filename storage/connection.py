"""What a database works with, whichever it is: a connection on a thread of its own, and what runs statements there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

READ, WRITE = "BEGIN", "BEGIN IMMEDIATE"
"""How a transaction begins that only reads, or (also) writes."""


class Row(Protocol):
    """A row: its values in order, or each by the name of its column."""

    def keys(self) -> Any: ...

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Session(Protocol):
    """Runs statements, which are written as SQLite has them; what `sqlite3.Connection` has of that."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Any: ...

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Any: ...

    def commit(self) -> None: ...

    def rollback(self) -> None: ...


class Connection(Protocol):
    """One connection. `row_lock`: what a SELECT ends with whose rows nobody else may change before the commit.

    `clock`: a statement that gives the time, where it is not the machine's that counts. `commits_together`: whether
    several transactions may be made one, which is undone in parts. `away`: set while it is lost.
    """

    @property
    def row_lock(self) -> str: ...

    @property
    def clock(self) -> str | None: ...

    @property
    def commits_together(self) -> bool: ...

    @property
    def is_open(self) -> bool: ...

    @property
    def away(self) -> asyncio.Event: ...

    async def run(self, work: Callable[[Any], T]) -> T:
        """Call it with the session, on the connection's thread, perhaps again if it came to nothing."""
        ...

    async def settle(self) -> None:
        """Have what is committed in the file itself, not in a log beside it alone, as far as that is possible now."""
        ...

    async def scour(self) -> None:
        """See to it that what was overwritten is nowhere any more, as far as that is possible."""
        ...

    async def close(self) -> None: ...
