"""One connection to a PostgreSQL server on a thread of its own, which reconnects whenever it is lost."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from storage.errors import CannotOpen, DatabaseAway, DatabaseFailed
from storage.place import Server
from storage.postgresql.dialect import CLOCK
from storage.postgresql.rights import REFUSED
from storage.postgresql.schema import migrate, newest, require_newest, require_settled
from storage.postgresql.session import Again, Lost, Session, prepare, said
from storage.tables import MARK

log = logging.getLogger(__name__)
logging.getLogger("psycopg").addHandler(logging.NullHandler())  # its warnings are for a log alone

T = TypeVar("T")

PATIENCE = 5.0
"""Seconds for which work waits for a server that is away; after that, work is refused until it is back."""
_SILENCE = 15.0
"""Seconds after which whoever comes does not wait for a transaction any more that the server does not end, as where its
commit waits for a standby that is gone. More than a wait for a lock may take."""
_LAST_SILENCE = 4.0
"""Seconds after which, once there is hurry, such a transaction is given up."""
_PAUSE = 0.1
_OLDEST = 130_000  # 13, as the server writes it
_ENCODING = "UTF8"
"""Of the database and the connection: names may contain any character."""
_MOST_ATTEMPTS = 50
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.002, 0.04
"""Upper bounds, in seconds, of the random pause before the second attempt, and before any attempt."""
_SETTINGS = {
    "TimeZone": "UTC",
    "DateStyle": "ISO",  # the driver reads no other
    "synchronous_commit": "on",  # what is reported as stored must stay stored
    # A process that stands still in the middle of a transaction must not block others for longer.
    "idle_in_transaction_session_timeout": "5s",
    "lock_timeout": "10s",
    "client_min_messages": "warning",
}
_IN_DOUBT = "nobody can tell whether it is stored"
_LOOKS = 3
"""How often two connections are compared, as other clients of a pooler may come in between."""
_AS_OF_ONE_INSTANT = """
    BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SET LOCAL idle_in_transaction_session_timeout = 0
"""
"""Begins to read for as long as it takes. Not serializable: it would fail, or let the bots' transactions fail, by what
they write meanwhile."""
REACHING: dict[str, Any] = {
    "client_encoding": _ENCODING,
    "fallback_application_name": "adepts_bot",  # how an administrator of the server sees us
    "target_session_attrs": "read-write",  # of several hosts, the one that is no standby
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


def reach(server: Server) -> psycopg.Connection[Any]:
    """Open a new connection, outside any transaction. Raises psycopg.Error."""
    try:
        raw = psycopg.connect(server.url, autocommit=True, **REACHING)
    except UnicodeError:  # from looking for the host; each Python words it in another way
        raise psycopg.OperationalError("there cannot be a host of that name") from None
    try:
        prepare(raw)
        set_all = ", ".join(["set_config(%s, %s, false)"] * len(_SETTINGS))
        raw.execute(f"SELECT {set_all}".encode(), [part for setting in _SETTINGS.items() for part in setting])
    except BaseException:
        raw.close()
        raise
    return raw


def end(raw: psycopg.Connection[Any], number: str) -> None:
    """Let a transaction that another connection had begun be settled: the server may not have noticed that the client
    is gone. Raises psycopg.Error."""
    raw.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_xid = %s::xid8::xid", [number])


def _heard(running: asyncio.Future[Any]) -> None:
    """Take note of its error, which asyncio would log if the caller was cancelled before it came."""
    if not running.cancelled():
        running.exception()


def _run_of(raw: psycopg.Connection[Any]) -> tuple[object, ...]:
    """Return what tells one run of the server from another: when it was started, and where in the write-ahead log it
    last ended a recovery, from a crash or from being a standby. Raises psycopg.Error if the connection is lost."""
    try:
        [run] = raw.execute("SELECT pg_postmaster_start_time(), pg_last_wal_replay_lsn()::text").fetchall()
    except psycopg.Error:
        if raw.closed:
            raise
        return ()
    return tuple(run)


class PostgresConnection:
    """Runs one transaction after another, as on SQLite. Those of several processes are serializable: one that conflicts
    with others is rolled back, and run again from its beginning."""

    row_lock = " FOR SHARE"
    commits_together = False  # a conflict would make all of them run again
    clock = CLOCK
    version = f"SELECT version FROM {MARK} FOR SHARE SKIP LOCKED"
    refused = REFUSED

    def __init__(self, server: Server, raw: psycopg.Connection[Any], server_run: tuple[object, ...]) -> None:
        self._server = server
        self.newest = newest()
        self._raw: psycopg.Connection[Any] | None = raw
        self._server_run = server_run
        self._thread = ThreadPoolExecutor(1, "postgresql")
        self._away_since: float | None = None
        self._refused_until = 0.0
        self._hurrying: asyncio.TimerHandle | None = None
        self._is_given_up = False
        self._begun: float | None = None
        """When the present transaction was begun; None between two."""
        self._loop = asyncio.get_running_loop()
        self.away = asyncio.Event()
        self.is_open = True

    @classmethod
    async def open(cls, server: Server, upgrade: bool = True) -> PostgresConnection:
        """Connect to the database. Raises CannotOpen, OlderSchema, NewerSchema, LeaseHeld."""
        return cls(server, *await asyncio.to_thread(_made_ready, server, upgrade))

    async def run(self, work: Callable[[Session], T]) -> T:
        """Do the work on the connection's thread. Raises DatabaseFailed."""
        if not self.is_open:
            raise DatabaseFailed("the database is closed")
        self._refuse_while_away()
        begun = self._begun  # which the other thread may change at any moment
        if begun is not None and time.monotonic() - begun > _SILENCE:
            raise DatabaseAway("the database does not answer")
        running = asyncio.get_running_loop().run_in_executor(self._thread, self._repeated, work)
        running.add_done_callback(_heard)
        return await asyncio.shield(running)  # it runs to its end, even if the caller is cancelled

    async def settle(self) -> None:
        """Do nothing: a server does this by itself."""

    async def wipe_deleted(self) -> bool:
        """Do nothing: the server's VACUUM removes what was overwritten, and its log goes in time."""
        return True

    def hurry(self) -> None:
        begun = self._begun
        if begun is not None and time.monotonic() - begun > _LAST_SILENCE:
            self._give_up()
        else:
            self._hurrying = self._loop.call_later(_LAST_SILENCE / 4, self.hurry)

    def _give_up(self) -> None:
        """Break the connection, on which the other thread waits for an answer, and let it make no new one."""
        log.warning("the database does not answer, and is not waited for any more")
        self._is_given_up = True
        if self._raw is not None:
            with suppress(psycopg.Error, OSError):  # it is lost already
                wire = socket.fromfd(self._raw.fileno(), socket.AF_INET, socket.SOCK_STREAM)
                with wire:
                    wire.shutdown(socket.SHUT_RDWR)

    async def close(self, *, has_had_it: bool) -> None:
        if self.is_open:
            self.is_open = False
            await asyncio.get_running_loop().run_in_executor(self._thread, self._leave)
            self._thread.shutdown()
            if self._hurrying is not None:
                self._hurrying.cancel()

    def _leave(self) -> None:
        if self._raw is not None:
            self._raw.close()

    def _repeated(self, work: Callable[[Session], T]) -> T:
        retrying = Retrying(
            stop=stop_after_attempt(_MOST_ATTEMPTS),
            wait=wait_random_exponential(_SHORTEST_PAUSE, _LONGEST_PAUSE),
            retry=retry_if_exception_type(Again),
            reraise=True,
        )
        self._begun = time.monotonic()
        try:
            result: T = retrying(self._tried, work)
            return result
        except Again:
            raise DatabaseFailed("the database is too busy: others change the same rows all the time") from None
        finally:
            self._begun = None

    def _tried(self, work: Callable[[Session], T]) -> T:
        """Do the work once. Raises Again if the transaction was rolled back and can be repeated."""
        try:
            return work(Session(self._reached(), self._was_committed))
        except Lost:
            log.warning("the connection to the database is lost")
            raise

    def _refuse_while_away(self) -> None:
        """Raise DatabaseAway if a connection has just failed: an attempt may take seconds, so one counts for all who
        wait."""
        if time.monotonic() < self._refused_until:
            raise DatabaseAway("the database cannot be reached, as was found just now")

    def _reached(self) -> psycopg.Connection[Any]:
        """Return the connection, reconnecting if it is lost. Raises DatabaseAway when that takes too long, or the
        server is given up."""
        while not self._is_given_up:
            if self._raw is not None and not self._raw.closed:
                return self._raw
            self._refuse_while_away()
            begun = time.monotonic()
            if self._is_out_of_patience(begun):
                self._refused_until = begun + REACHING["connect_timeout"]  # refuses what comes during this attempt
            try:
                self._raw = reach(self._server)
                self._server_run = _run_of(self._raw)
            except psycopg.Error as error:
                self._away_since = self._away_since or begun
                self._loop.call_soon_threadsafe(self.away.set)
                ended = time.monotonic()
                if self._is_out_of_patience(ended):
                    self._refused_until = ended + (ended - begun)
                    raise DatabaseAway(f"the database cannot be reached: {said(error)}") from None
                time.sleep(_PAUSE)
            else:
                if self._away_since is not None:
                    log.warning("the database is there again")
                self._away_since, self._refused_until = None, 0.0
                self._loop.call_soon_threadsafe(self.away.clear)
        raise DatabaseAway("the database does not answer")

    def _is_out_of_patience(self, now: float) -> bool:
        return self._away_since is not None and now - self._away_since > PATIENCE

    def _was_committed(self, number: str) -> bool:
        """Return whether the transaction of that number was committed, when the connection was lost during its commit.
        Raises DatabaseAway if that cannot be found out."""
        before = self._server_run
        while True:
            raw = self._reached()
            # After a crash, and where a standby takes over, numbers may be used again that had not been written down.
            may_be_anothers = self._server_run != before
            try:
                end(raw, number)
                (status,) = raw.execute("SELECT pg_xact_status(%s::xid8)", [number]).fetchone() or (None,)
            except psycopg.errors.InvalidParameterValue:  # that number is still to come there
                return False
            except psycopg.Error:
                if not raw.closed:
                    raise DatabaseAway(_IN_DOUBT) from None
                continue
            if status == "committed" and may_be_anothers:
                raise DatabaseAway(_IN_DOUBT)
            if status != "in progress":
                return bool(status == "committed")
            time.sleep(_PAUSE)


@contextmanager
def reading(server: Server) -> Iterator[Session]:
    """See `storage.postgresql.reading`."""
    try:
        with closing(reach(server)) as raw:
            _require_fit(raw, server)
            require_settled(raw, server)
            require_newest(raw, server)
            session = Session(raw, lambda _: False)
            raw.execute(_AS_OF_ONE_INSTANT)
            yield session
            session.rollback()
    except psycopg.Error as error:
        raise CannotOpen(server, said(error)) from None
    except Again:
        raise DatabaseAway("the connection to the database was lost") from None


def _require_fit(raw: psycopg.Connection[Any], server: Server) -> None:
    """Raise CannotOpen if the server is too old, the database has another encoding, or a pooler lends its
    connections."""
    if raw.info.server_version < _OLDEST:
        raise CannotOpen(server, f"PostgreSQL {_OLDEST // 10_000} or later is needed")
    encoding = raw.info.parameter_status("server_encoding")
    if encoding != _ENCODING:
        made = f"make one with createdb --encoding {_ENCODING} --template template0"
        raise CannotOpen(server, f"it is encoded in {encoding}, which cannot hold every name: {made}")
    if _is_lent(raw, server):
        raise CannotOpen(
            server,
            "a pooler gives its connections to somebody else after each transaction, and with them our prepared"
            " statements: use the server itself, or a pool for sessions (PgBouncer: pool_mode = session)",
        )


def _is_lent(raw: psycopg.Connection[Any], server: Server) -> bool:
    """Whether a pooler lends the server's connections for a transaction each, so that another client has ours next.
    Raises psycopg.Error."""
    if _backend(raw) == raw.info.backend_pid:  # nothing stands between us and the server
        return False
    with closing(reach(server)) as other:  # twice ours, then the other: two lent in turn would look like two kept apart
        first, *further = {tuple(map(_backend, (raw, raw, other))) for _ in range(_LOOKS)}
    mine, again, theirs = first
    return bool(further) or mine != again or mine == theirs


def _backend(raw: psycopg.Connection[Any]) -> int:
    """Return the id of the server's process that works for this connection just now."""
    [(pid,)] = raw.execute("SELECT pg_backend_pid()").fetchall()
    return int(pid)


def _made_ready(server: Server, upgrade: bool) -> tuple[psycopg.Connection[Any], tuple[object, ...]]:
    try:
        raw = reach(server)
    except psycopg.Error as error:
        raise CannotOpen(server, said(error)) from None
    try:
        _require_fit(raw, server)
        require_settled(raw, server, upgrade)
        if not upgrade:
            require_newest(raw, server)
        elif not migrate(raw, server):
            log.info("the database is new", extra={"path": server})
        return raw, _run_of(raw)
    except psycopg.Error as error:
        raw.close()
        raise CannotOpen(server, said(error)) from None
    except BaseException:
        raw.close()
        raise
