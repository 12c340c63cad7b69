"""A database and its transactions; and SQLite, the usual one."""

from __future__ import annotations

import asyncio
import functools
import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from datetime import datetime
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import aiosqlite

from storage.connection import READ, WRITE, Connection, Row, Session
from storage.errors import CannotOpen, DatabaseFailed
from storage.place import Place, Server
from storage.postgresql import connect
from storage.private import keep_private, make_private
from storage.rows import to_text, utc_now
from storage.schema import inspect, migrate, migrations
from storage.share import WHOLE

log = logging.getLogger(__name__)

BUSY_SECONDS = 5.0
_SOON = 1.0
"""Seconds that what can wait waits at most."""
_OLDEST_SQLITE = (3, 37)  # strict tables
_WAS_EMPTY = "the database was an empty file: it begins as new, without any game"

P = ParamSpec("P")
T = TypeVar("T")


class Transaction:
    """The statements of one transaction; `soonest`: the earliest moment of what it has set to wait.

    `row_lock`: what a SELECT ends with whose rows nobody else may change before this transaction is over.
    """

    def __init__(self, session: Session, row_lock: str = "") -> None:
        self._session = session
        self.row_lock = row_lock
        self.soonest: datetime | None = None

    def all(self, sql: str, *parameters: object) -> list[Row]:
        """Run a statement; its rows (of RETURNING too)."""
        rows: list[Row] = self._session.execute(sql, parameters).fetchall()
        return rows

    def one(self, sql: str, *parameters: object) -> Row | None:
        """Run a statement; its first row."""
        rows = self.all(sql, *parameters)
        return rows[0] if rows else None

    def only(self, sql: str, *parameters: object) -> Row:
        """Run a statement that always has exactly one row; that row."""
        (row,) = self.all(sql, *parameters)
        return row

    def many(self, sql: str, parameters: Iterable[Iterable[object]]) -> None:
        """Run a statement once for each."""
        self._session.executemany(sql, [tuple(each) for each in parameters])


class Database:
    """A connection on a thread of its own, whose every use is one whole transaction, one after another.

    So no use sees what another has not committed, and a cancelled caller leaves nothing open: its transaction
    is carried out to its end all the same.
    """

    def __init__(
        self,
        place: Place,
        connection: Connection,
        now: Callable[[], datetime],
        wall: Callable[[], datetime] | None = None,
    ) -> None:
        self.place = place
        self._connection = connection
        self._now = now
        self._wall = wall or now
        self.guard: Callable[[Transaction], object] | None = None
        """Asked first in each transaction that writes: raises if nothing may be written any more."""
        self.share = WHOLE
        """Which games are ours: what is looked for by itself is looked for among them."""
        self.soonest: datetime | None = None
        """The earliest moment of what was set to wait since that was last forgotten (`storage.timers`)."""
        self.timed: Callable[[str, bool, float], object] | None = None
        """Told of each transaction: how it began, whether it was carried out, seconds from when it was asked for."""
        self.waiting = 0
        """Transactions that are under way, or wait for those."""
        self._later = deque[Callable[[Transaction], object]]()
        self._soon: asyncio.TimerHandle | None = None
        self._carrying_out: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        place: Place,
        *,
        now: Callable[[], datetime] = utc_now,
        wall: Callable[[], datetime] | None = None,
        folder: Traversable | None = None,
    ) -> Database:
        """Open the file, or make it, or reach the server, and bring the schema up to date.

        folder: of SQLite's migrations, if they are not ours. Raises CannotOpen, NewerSchema. `close` must follow: the
        connection's thread keeps the process alive.
        """
        if isinstance(place, Server):
            return cls(place, await connect(place), now, wall)
        # Opened before aiosqlite has it: after a connector that fails, its thread may outlive the loop.
        try:
            ready = await asyncio.to_thread(_connect, place, migrations(folder))
        except sqlite3.Error as error:
            raise CannotOpen(place, str(error)) from error
        connection = _Connection(lambda: ready, iter_chunk_size=64)
        await connection
        return cls(place, connection, now, wall)

    async def close(self) -> None:
        """Finish what was asked for, then close. Closing twice is no error."""
        if self._connection.is_open:
            await self._catch_up()
        await self._connection.close()

    def now(self) -> str:
        """The time, as it is stored."""
        return to_text(self._now())

    def clock(self, tx: Transaction) -> datetime:
        """The time by the clock of all who share the database: the machine's for a file, else the server's."""
        if self._connection.clock is None:
            return self._wall()
        moment: datetime = tx.only(self._connection.clock)[0]
        return moment

    async def run(self, begin: str, work: Callable[[Transaction], T]) -> T:
        """Do the work on the connection's thread, in a transaction that an exception undoes.

        Raises DatabaseFailed for whatever the database refuses.
        """
        began, failed = time.perf_counter(), False
        self.waiting += 1
        try:
            return await self._connection.run(functools.partial(self._transact, begin, work))
        except sqlite3.Error as error:
            failed = True
            raise DatabaseFailed(f"the database refused: {error}") from error
        except DatabaseFailed:
            failed = True
            raise
        finally:
            self.waiting -= 1
            if self.timed is not None:
                self.timed("write" if begin == WRITE else "read", not failed, time.perf_counter() - began)

    def soon(self, work: Callable[[Transaction], object]) -> None:
        """Do this with the next transaction that writes, or in a second: for what a crash may lose.

        It must not depend on what other transactions do; if it fails, it is dropped.
        """
        self._later.append(work)
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(_SOON, self._begin_to_catch_up)

    def _begin_to_catch_up(self) -> None:
        self._soon = None
        self._carrying_out = asyncio.create_task(self._catch_up(), name="database catches up")

    async def _catch_up(self) -> None:
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        if self._later:
            try:
                await self.run(WRITE, lambda _: None)
            except DatabaseFailed as error:
                log.warning("what could wait is not stored", extra={"problem": str(error)})

    def _transact(self, begin: str, work: Callable[[Transaction], T], session: Session) -> T:
        """On the connection's thread."""
        late = tuple(self._later) if begin == WRITE else ()
        transaction = Transaction(session, self._connection.row_lock)
        session.execute(begin)
        try:
            if begin == WRITE and self.guard is not None:
                self.guard(transaction)
            if late:
                _carry_out(late, transaction, session)
            result = work(transaction)
            session.commit()
        except BaseException:
            session.rollback()
            raise
        for _ in late:
            self._later.popleft()
        if transaction.soonest is not None:
            self.soonest = min(transaction.soonest, self.soonest or transaction.soonest)
        return result

    async def scour(self) -> None:
        """See to it that what was overwritten is nowhere any more, as far as that can be done."""
        try:
            await self._connection.scour()
        except sqlite3.Error as error:
            raise DatabaseFailed(f"the database refused: {error}") from error


class _Connection(aiosqlite.Connection):
    row_lock = ""  # whoever writes is the only one
    clock = None

    @property
    def is_open(self) -> bool:
        return self._connection is not None

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Call it on the connection's thread: one hop a transaction, where one a statement costs far more.

        aiosqlite's debug log shows the call; a statement's parameters are not among what it shows.
        """
        if not self.is_open:
            raise DatabaseFailed("the database is closed")
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result

    async def scour(self) -> None:
        """Empty the write-ahead log, which still holds what was overwritten, as far as no reader needs it."""
        await self.run(lambda raw: raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())


class Part:
    """Some of the tables of a database, with methods that are each one transaction."""

    def __init__(self, db: Database) -> None:
        self._db = db


AnyPart = TypeVar("AnyPart", bound=Part)


def reads(
    method: Callable[Concatenate[AnyPart, Transaction, P], T],
) -> Callable[Concatenate[AnyPart, P], Coroutine[Any, Any, T]]:
    """Make of a method that works in a transaction one to be awaited. All it reads is of one instant."""
    return _in_transaction(READ, method)


def writes(
    method: Callable[Concatenate[AnyPart, Transaction, P], T],
) -> Callable[Concatenate[AnyPart, P], Coroutine[Any, Any, T]]:
    """The same for one that writes: on disk when the await is over, or not at all if it raises."""
    return _in_transaction(WRITE, method)


def _in_transaction(
    begin: str, method: Callable[Concatenate[AnyPart, Transaction, P], T]
) -> Callable[Concatenate[AnyPart, P], Coroutine[Any, Any, T]]:
    @functools.wraps(method)
    async def awaited(self: AnyPart, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._db.run(begin, lambda tx: method(self, tx, *args, **kwargs))

    return awaited


def _carry_out(works: Sequence[Callable[[Transaction], object]], transaction: Transaction, session: Session) -> None:
    """What could wait; it keeps nothing else from being stored."""
    for work in works:
        try:
            work(transaction)
        except (sqlite3.Error, DatabaseFailed) as error:
            log.warning("what could wait is not stored", extra={"problem": str(error)})
            if not session.in_transaction:  # some errors end it, on PostgreSQL each
                session.execute(WRITE)


def _connect(path: Path, scripts: tuple[str, ...]) -> sqlite3.Connection:
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        oldest = ".".join(map(str, _OLDEST_SQLITE))
        raise CannotOpen(path, f"SQLite {sqlite3.sqlite_version} is too old, {oldest} is needed")
    if path.is_dir():
        raise CannotOpen(path, "it is a folder")
    if not path.parent.is_dir():
        raise CannotOpen(path, f"there is no folder {path.parent}")
    try:
        new = make_private(path)
    except OSError as error:
        raise CannotOpen(path, error.strerror or str(error)) from error
    if path.exists() and not path.is_file():
        raise CannotOpen(path, "it is no file")
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False)
    try:
        connection.row_factory = sqlite3.Row
        found = inspect(connection, path, len(scripts))  # before anything is changed
        if not found:
            log.log(
                logging.INFO if new else logging.WARNING,
                "the database is new" if new else _WAS_EMPTY,
                extra={"path": path},
            )
        keep_private(path)
        _use_wal(connection, path)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # who is forgotten is not left in free pages
        connection.execute("PRAGMA foreign_keys = OFF")
        migrate(connection, path, scripts)
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _use_wal(connection: sqlite3.Connection, path: Path) -> None:
    """SQLite does not wait for a lock when the mode changes, so starters at the same moment try again."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            break
    if mode != "wal":
        raise CannotOpen(path, "its file system does not support a write-ahead log")
