"""A database and its transactions, whatever keeps it."""

from __future__ import annotations

import asyncio
import functools
import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from importlib.resources.abc import Traversable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from storage import postgresql, sqlite
from storage.columns import to_text, utc_now
from storage.connection import READ, WRITE, Connection, Row, Session
from storage.errors import DatabaseFailed, LeaseLost
from storage.place import Place, Server
from storage.schema import migrations
from storage.share import WHOLE

log = logging.getLogger(__name__)

_SOON = 0.25
"""Seconds that what can wait waits at most."""

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


_Late = Callable[[Transaction], object]
"""What could wait, and is done with the next transaction that writes."""


class _Job(Generic[T]):
    """Some work in a transaction, and what came of it. It may be done again, if the transaction comes to nothing."""

    def __init__(self, begin: str, work: Callable[[Transaction], T]) -> None:
        self.begin = begin
        self.problem: BaseException | None = None
        self._work = work
        self._result: T | None = None

    def do(self, transaction: Transaction) -> None:
        self._result, self.problem = self._work(transaction), None

    def do_apart(self, transaction: Transaction, session: Session) -> None:
        """What it raises undoes nothing but its own part. Raises sqlite3.Error if that is not possible."""
        session.execute("SAVEPOINT job")
        try:
            self.do(transaction)
        except Exception as problem:
            self.problem = problem
            session.execute("ROLLBACK TO job")
        session.execute("RELEASE job")

    def outcome(self) -> T:
        """Raises what the work did."""
        if self.problem is not None:
            raise self.problem
        return cast(T, self._result)


class Database:
    """A connection on a thread of its own, whose every use is one whole transaction, one after another.

    Those that are asked for at the same time may share a commit; nobody hears of any before it is on disk. A cancelled
    caller leaves nothing open: its transaction is carried out to its end all the same.
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
        self.dropped = 0
        """How many of those that could wait came to nothing."""
        self.waiting = 0
        """Transactions that are under way, or wait for those."""
        self._jobs = deque[_Job[Any]]()
        self._later = deque[_Late]()
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
        upgrade: bool = True,
    ) -> Database:
        """Open the file, or make it, or reach the server, and bring the schema up to date, unless not to `upgrade`.

        folder: of SQLite's migrations, if they are not ours. Raises what `Storage.open` raises. `close` must follow:
        the connection's thread keeps the process alive.
        """
        if isinstance(place, Server):
            return cls(place, await postgresql.connect(place, upgrade), now, wall)
        return cls(place, await sqlite.connect(place, migrations(folder), upgrade), now, wall)

    async def close(self) -> None:
        """Finish what was asked for, then close. Closing twice is no error."""
        if self._connection.is_open:
            await self._catch_up()
        await self._connection.close()

    @property
    def away(self) -> asyncio.Event:
        return self._connection.away

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
            return await self._done(_Job(begin, work))
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

    async def _done(self, job: _Job[T]) -> T:
        if not self._connection.commits_together:
            await self._connection.run(functools.partial(self._transact, (job,)))
            return job.outcome()
        if not self._connection.is_open:
            raise DatabaseFailed("the database is closed")
        self._jobs.append(job)
        await self._connection.run(self._transact_together)
        return job.outcome()

    def soon(self, work: _Late) -> None:
        """Do this with the next transaction that writes, or by itself in a moment: for what a crash may lose.

        It must not depend on what other transactions do; if it fails, it is dropped, and so it is with the lease.
        """
        self._later.append(work)
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(_SOON, self._begin_to_catch_up)

    @property
    def is_behind(self) -> bool:
        """Whether something waits to be stored that only a transaction that writes finds there."""
        return bool(self._later)

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
            except (DatabaseFailed, LeaseLost) as error:
                log.warning("what could wait is not stored", extra={"problem": str(error)})

    def _transact_together(self, session: Session) -> None:
        """On the connection's thread: all that is asked for by now, in one commit, which costs the disk as much as one.

        If that comes to nothing, each by itself.
        """
        jobs = [self._jobs.popleft() for _ in range(len(self._jobs))]
        if len(jobs) > 1:
            with suppress(Exception):
                self._transact(jobs, session)
                return
        for job in jobs:
            try:
                self._transact((job,), session)
            except BaseException as problem:
                job.problem = problem

    def _transact(self, jobs: Sequence[_Job[Any]], session: Session) -> None:
        """On the connection's thread, in one transaction. What one alone raises undoes it; of several, its own part.

        With it goes what could wait, but keeps nothing from being stored: without whatever of that fails, all is begun
        anew, as an error can undo more than its own part.
        """
        begin = WRITE if any(job.begin == WRITE for job in jobs) else READ
        late = tuple(self._later) if begin == WRITE else ()
        sound = list(late)
        while (failed := self._attempt(begin, sound, jobs, session)) is not None:
            sound.remove(failed)
            self.dropped += 1
        for _ in late:
            self._later.popleft()

    def _attempt(self, begin: str, late: Sequence[_Late], jobs: Sequence[_Job[Any]], session: Session) -> _Late | None:
        """One of those that could wait, if it failed: then nothing was done."""
        transaction = Transaction(session, self._connection.row_lock)
        session.execute(begin)
        try:
            if begin == WRITE and self.guard is not None:
                self.guard(transaction)
            failed = _first_to_fail(late, transaction)
            if failed is not None:
                session.rollback()
                return failed
            for job in jobs:
                if len(jobs) == 1:
                    job.do(transaction)
                else:
                    job.do_apart(transaction, session)
            session.commit()
        except BaseException as problem:
            session.rollback()
            if isinstance(problem, LeaseLost):
                self._later.clear()  # what it is about has changed in other hands
            raise
        if transaction.soonest is not None:
            self.soonest = min(transaction.soonest, self.soonest or transaction.soonest)
        return None

    async def settle(self) -> None:
        """Have what is committed in the file itself, not in a log beside it alone, as far as that is possible now."""
        try:
            await self._connection.settle()
        except sqlite3.Error as error:
            raise DatabaseFailed(f"the database refused: {error}") from error

    async def scour(self) -> None:
        """See to it that what was overwritten is nowhere any more, as far as that can be done."""
        try:
            await self._connection.scour()
        except sqlite3.Error as error:
            raise DatabaseFailed(f"the database refused: {error}") from error


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


def _first_to_fail(works: Sequence[_Late], transaction: Transaction) -> _Late | None:
    for work in works:
        try:
            work(transaction)
        except (sqlite3.Error, DatabaseFailed) as error:
            log.warning("what could wait is not stored", extra={"problem": str(error)})
            return work
    return None
