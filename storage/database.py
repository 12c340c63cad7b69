"""A database and its transactions, for SQLite and PostgreSQL alike."""

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
from storage.errors import BeingChanged, DatabaseFailed, LeaseLost, NewerSchema, OlderSchema
from storage.place import Place, Server
from storage.schema import migrations
from storage.share import WHOLE

log = logging.getLogger(__name__)

_SOON = 0.25
"""Seconds after which deferred writes are stored at the latest."""
_WIPE_AGAIN = 10.0
"""Seconds until it is tried again to wipe what was deleted, after somebody else who reads the database kept it from
that."""

P = ParamSpec("P")
T = TypeVar("T")


class Transaction:
    """Runs the statements of one transaction.

    `soonest`: the earliest due time of the timers it has set. `row_lock`: appended to a SELECT whose rows nobody else
    may change before this transaction is over.
    """

    def __init__(self, session: Session, row_lock: str = "") -> None:
        self._session = session
        self.row_lock = row_lock
        self.soonest: datetime | None = None

    def all(self, sql: str, *parameters: object) -> list[Row]:
        """Run a statement and return its rows (those of RETURNING too)."""
        rows: list[Row] = self._session.execute(sql, parameters).fetchall()
        return rows

    def one(self, sql: str, *parameters: object) -> Row | None:
        """Run a statement and return its first row; None if there is none."""
        rows = self.all(sql, *parameters)
        return rows[0] if rows else None

    def only(self, sql: str, *parameters: object) -> Row:
        """Run a statement that always gives exactly one row, and return that row."""
        (row,) = self.all(sql, *parameters)
        return row

    def many(self, sql: str, parameters: Iterable[Iterable[object]]) -> None:
        """Run a statement once with each of these parameter lists."""
        self._session.executemany(sql, [tuple(each) for each in parameters])


_Late = Callable[[Transaction], object]
"""A deferred write: carried out with the next transaction that writes."""


class _Job(Generic[T]):
    """Work to be done in a transaction, with its result or exception. It may run again if the transaction is undone."""

    def __init__(self, begin: str, work: Callable[[Transaction], T]) -> None:
        self.begin = begin
        self.problem: BaseException | None = None
        self._work = work
        self._result: T | None = None

    def do(self, transaction: Transaction) -> None:
        self._result, self.problem = self._work(transaction), None

    def do_apart(self, transaction: Transaction, session: Session) -> None:
        """Do the work within a savepoint, so that an exception undoes this job alone. Raises sqlite3.Error if that
        fails."""
        session.execute("SAVEPOINT job")
        try:
            self.do(transaction)
        except Exception as problem:
            self.problem = problem
            session.execute("ROLLBACK TO job")
        session.execute("RELEASE job")

    def outcome(self) -> T:
        """Return the result of the work, or raise what it raised."""
        if self.problem is not None:
            raise self.problem
        return cast(T, self._result)


class Database:
    """A connection on a thread of its own. Each use is one whole transaction, one after another.

    Jobs that are requested at the same time may share a commit; none returns before its commit is on disk. Cancelling a
    caller leaves nothing open: its transaction is still carried out to its end.
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
        """Called first in each transaction that writes; raises if we may no longer write (`LeaseLost`)."""
        self.share = WHOLE
        """The games that are this process's own; queries that look for work look among these alone."""
        self.soonest: datetime | None = None
        """The earliest due time of the timers set since this was last reset to None (`storage.timers`)."""
        self.timed: Callable[[str, bool, float], object] | None = None
        """Called after each transaction with "read" or "write", whether it succeeded, and the seconds since it was
        requested."""
        self.dropped = 0
        """How many deferred writes failed and were dropped."""
        self.waiting = 0
        """How many transactions are running or queued."""
        self._jobs = deque[_Job[Any]]()
        self._later = deque[_Late]()
        self._soon: asyncio.TimerHandle | None = None
        self._carrying_out: asyncio.Task[None] | None = None
        self._wiping: asyncio.Task[None] | None = None

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
        """Open the file, creating it if needed, or connect to the server; with `upgrade`, bring the schema up to date.

        folder: SQLite's migrations, if not our own. Raises what `Storage.open` raises. `close` must be called in the
        end: the connection's thread keeps the process alive.
        """
        if isinstance(place, Server):
            return cls(place, await postgresql.connect(place, upgrade), now, wall)
        return cls(place, await sqlite.connect(place, migrations(folder), upgrade), now, wall)

    def hurry(self) -> None:
        """From now on, wait only briefly for a database that does not end a transaction."""
        self._connection.hurry()

    async def close(self) -> None:
        """Store the deferred writes, then close. Closing twice is no error."""
        if self._connection.is_open:
            await self._catch_up()
        if self._wiping is not None:
            self._wiping.cancel()
        await self._connection.close(has_had_it=self.guard is not None)

    @property
    def away(self) -> asyncio.Event:
        return self._connection.away

    @property
    def refused(self) -> str:
        return self._connection.refused

    def now(self) -> str:
        """Return the current time as it is stored."""
        return to_text(self._now())

    def clock(self, tx: Transaction) -> datetime:
        """Return the time by the clock that all users of the database share: the machine's for a file, else the
        server's."""
        if self._connection.clock is None:
            return self._wall()
        moment: datetime = tx.only(self._connection.clock)[0]
        return moment

    def require_schema(self, tx: Transaction) -> None:
        """Check that the schema is still the one with which the database was opened, and keep it until the transaction
        is over. Raises NewerSchema, OlderSchema; BeingChanged while another process upgrades it."""
        row, newest = tx.one(self._connection.version), self._connection.newest
        if row is None:
            raise BeingChanged(self.place, BeingChanged.UPGRADED)
        if row[0] != newest:
            raise (NewerSchema if row[0] > newest else OlderSchema)(self.place, row[0], newest)

    async def run(self, begin: str, work: Callable[[Transaction], T]) -> T:
        """Do the work on the connection's thread, in a transaction that is rolled back if the work raises.

        Returns what the work returns. Raises DatabaseFailed for whatever the database refuses.
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
        """Defer this write, which a crash may lose: it joins the next transaction that writes, a quarter of a second
        later at most.

        It must not depend on what other transactions do. If it fails, or the lease is lost, it is dropped.
        """
        self._later.append(work)
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(_SOON, self._begin_to_catch_up)

    @property
    def is_behind(self) -> bool:
        """Whether there are deferred writes. A read does not see them; a transaction that writes stores them first."""
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
        """Run all jobs requested so far in one transaction, for the disk the price of one commit. Runs on the
        connection's thread.

        If that transaction fails, each job runs in a transaction of its own.
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
        """Run the jobs in one transaction, on the connection's thread. The exception of a lone job rolls it back; of
        several, each is undone by itself.

        Deferred writes go first, and never keep a job from being stored: when one fails, the transaction is begun anew
        without it, as an error can undo more than its own statement.
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
        """Run these deferred writes and jobs in one transaction. Return None once it is committed, or the deferred
        write that failed: then all was rolled back."""
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
                self._later.clear()  # what they are about is in other hands by now
            raise
        if transaction.soonest is not None:
            self.soonest = min(transaction.soonest, self.soonest or transaction.soonest)
        return None

    async def settle(self) -> None:
        """Move what is committed from the write-ahead log into the file itself, as far as that is possible now."""
        try:
            await self._connection.settle()
        except sqlite3.Error as error:
            raise DatabaseFailed(f"the database refused: {error}") from error

    async def wipe_deleted(self) -> None:
        """Remove the remains of what was overwritten from the database's files: now, or when nobody else reads it any
        more."""
        if not await self._wiped() and (self._wiping is None or self._wiping.done()):
            self._wiping = asyncio.create_task(self._wipe_later(), name="database wipes what was deleted")

    async def _wipe_later(self) -> None:
        with suppress(DatabaseFailed):  # what was deleted next wipes this too
            while True:
                await asyncio.sleep(_WIPE_AGAIN)
                if await self._wiped():
                    return

    async def _wiped(self) -> bool:
        """Wipe what was deleted, and return whether nobody kept us from it."""
        try:
            return await self._connection.wipe_deleted()
        except sqlite3.Error as error:
            raise DatabaseFailed(f"the database refused: {error}") from error


class Part:
    """A group of tables of a database, with methods that are one transaction each."""

    def __init__(self, db: Database) -> None:
        self._db = db


AnyPart = TypeVar("AnyPart", bound=Part)


def reads(
    method: Callable[Concatenate[AnyPart, Transaction, P], T],
) -> Callable[Concatenate[AnyPart, P], Coroutine[Any, Any, T]]:
    """Turn a method that works in a transaction into a coroutine method. All it reads is from one instant."""
    return _in_transaction(READ, method)


def writes(
    method: Callable[Concatenate[AnyPart, Transaction, P], T],
) -> Callable[Concatenate[AnyPart, P], Coroutine[Any, Any, T]]:
    """Do the same for a method that writes: its change is on disk when the await returns, and undone if it raises."""
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
