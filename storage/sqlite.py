"""SQLite: one file, and a connection to it on a thread of its own."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TypeVar

import aiosqlite
from tenacity import Retrying, retry_if_exception, stop_after_delay, wait_fixed

from storage import fate
from storage.connection import WRITE
from storage.errors import BeingChanged, CannotOpen, DatabaseFailed, Moved, OlderSchema
from storage.head import read_head
from storage.private import barred, closed, files_of, keep_private, make_private, points_nowhere
from storage.schema import inspect, migrate, migrations

log = logging.getLogger(__name__)

T = TypeVar("T")

BUSY_SECONDS = 5.0
_BUSY_PAUSE = 0.02
_OLDEST_SQLITE = (3, 37)  # strict tables
_NO_FILE, _NOT_THERE = "it is not a file", "there is no such file"
_LOG_MISSES = (
    "the last bot did not end by itself, and no -wal is beside the database: if this is a copy that was made without"
    " it, the newest moves are missing (adepts backup copies all)"
)
_WAS_EMPTY = "the database was an empty file: it begins as new, without any game"


async def connect(path: Path, scripts: tuple[str, ...], upgrade: bool = True) -> SqliteConnection:
    """Open the file. With `upgrade`, create it if needed, and bring it up to date by these migrations.

    Raises CannotOpen, OlderSchema, NewerSchema, LeaseHeld.
    """
    # Opened here and not by aiosqlite: if its connector fails, its thread may outlive the event loop.
    try:
        ready = await asyncio.to_thread(_connect, path, scripts, upgrade)
    except sqlite3.Error as error:
        raise _refused(path, error) from error
    connection = SqliteConnection(path, lambda: ready, len(scripts))
    await connection
    return connection


def look(path: Path) -> tuple[sqlite3.Connection, int]:
    """Return a connection that never writes, and the file's schema version.

    Raises CannotOpen, OlderSchema if the file is empty, NewerSchema.
    """
    _require_way(path, to_write=False)
    if not path.is_file():
        raise CannotOpen(path, _NO_FILE if path.exists() else _NOT_THERE)
    _require_own_log(path)
    known = len(migrations())
    try:
        # A read-only connection leaves an existing log alone, also that of a bot that crashed. Where there is none it
        # would create one, and could not delete it afterwards.
        mode = "ro" if _has_log(path) else "rw"
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise _refused(path, error) from error
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA query_only = ON")
        found = inspect(connection, path, known)
        if not found:
            raise OlderSchema(path, found, known)
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.Error):
            raise _refused(path, error) from error
        raise
    return connection, found


def require_settled(path: Path) -> None:
    """Raise Moved if the games are elsewhere by now, BeingChanged while the file is copied or upgraded; CannotOpen."""
    connection, _ = look(path)
    with closing(connection):
        try:
            found = fate.standing(connection)
            # Whoever copies or upgrades the file has it locked. Else the note was left there, perhaps by a container
            # whose processes cannot be seen from here.
            if found is not None and (found.what == fate.MOVED or _is_locked(path)):
                raise (Moved if found.what == fate.MOVED else BeingChanged)(path, str(found))
        except sqlite3.Error as error:
            raise _refused(path, error) from error


def _is_locked(path: Path) -> bool:
    """Whether somebody writes to the file just now; also True if that cannot be found out. To be called while another
    connection has it open, as the last one to be closed would delete the log."""
    uri = f"{path.absolute().as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None, timeout=0)) as raw:
            raw.execute(WRITE)
            raw.rollback()
    except sqlite3.Error:
        return True
    return False


def clear_moved(path: Path) -> bool:
    """Let a file be used again whose games were moved; return whether they were. Raises CannotOpen."""
    connection, _ = look(path)
    connection.close()
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)) as connection:
        try:
            found = fate.find(connection)
            if found is None or found.what != fate.MOVED:
                return False
            fate.clear(connection)
        except sqlite3.Error as error:
            raise _refused(path, error) from error
    return True


def wrong_log(path: Path) -> str:
    """Return what is wrong with the write-ahead log beside the file; "" if it may be the file's own.

    Ask before SQLite opens the file: it would apply another file's log to this one, and then delete the log. If the
    file is in WAL mode, another file's log cannot be detected: neither names the other.
    """
    file, beside, *_ = files_of(path)
    if not _has_log(path):
        return ""
    try:
        head = read_head(file)
    except OSError:  # SQLite will say what is wrong
        return ""
    if head.has_log:
        return ""
    is_what = "is empty or gone, and there is" if head.is_empty else "was put in its place and has"
    return (
        f"it {is_what} a log of another beside it, whose moves would be mixed with its own: move {beside.name} and -shm"
        " elsewhere, and keep them until you know that nothing is missing"
    )


def _has_log(path: Path) -> bool:
    """Whether there is a write-ahead log beside the file that is not empty."""
    try:
        return files_of(path)[1].stat().st_size > 0
    except OSError:
        return False


def _require_way(path: Path, *, to_write: bool) -> None:
    """Raise CannotOpen if a folder on the way denies access."""
    if problem := barred(path, to_write=to_write):
        raise CannotOpen(path, problem)


def _require_own_log(path: Path) -> None:
    """Raise CannotOpen if the log beside the file is another file's."""
    if problem := wrong_log(path):
        raise CannotOpen(path, problem)


def _refused(path: Path, error: sqlite3.Error) -> CannotOpen:
    said, log_beside = str(error), path.with_name(f"{path.name}-wal")
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CANTOPEN:  # Python's own errors have none
        said += _what_it_misses(path)
    if "malformed" in said and log_beside.exists():
        said += f"; if a backup was put in its place, remove {log_beside.name} and -shm, which are the former one's"
    return CannotOpen(path, said)


def _what_it_misses(path: Path) -> str:
    """Return why SQLite can open the database or what belongs beside it no more than it says, to be added to that."""
    try:
        tempfile.NamedTemporaryFile(dir=path.parent).close()
    except OSError as error:
        return f": no file can be made beside it ({error.strerror or error})"
    problem = closed(path)
    return f": {problem}" if problem else ""


class SqliteConnection(aiosqlite.Connection):
    row_lock = ""  # SQLite has only one writer at a time
    commits_together = True
    clock = None
    version = "PRAGMA user_version"
    refused = "SELECT key FROM meta WHERE key = ''"  # none, as all are in one file, which is looked into

    def __init__(self, path: Path, connector: Callable[[], sqlite3.Connection], newest: int) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self.newest = newest
        self._path = path
        self.away = asyncio.Event()  # never set: a file cannot go away

    @property
    def is_open(self) -> bool:
        return self._connection is not None

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Call `work` with the connection, on its thread: one hop per transaction, as one per statement costs far more.

        aiosqlite's debug log shows the call, but no statement's parameters.
        """
        if not self.is_open:
            raise DatabaseFailed("the database is closed")
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result

    def hurry(self) -> None:
        """Do nothing: a file does not keep anybody waiting."""

    async def close(self, *, has_had_it: bool = False) -> None:
        keeper = await self.run(lambda raw: _keeper(raw, self._path)) if self.is_open and not has_had_it else None
        await super().close()
        if keeper is not None:
            keeper.close()

    async def settle(self) -> None:
        await self.run(lambda raw: raw.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall())

    async def wipe_deleted(self) -> bool:
        """Empty the write-ahead log, which still holds what was overwritten. Return False if a reader still needs it:
        as `adepts doctor` may read for minutes, it is not waited for."""
        return await self.run(_emptied)


def _keeper(raw: sqlite3.Connection, path: Path) -> sqlite3.Connection | None:
    """Return a connection to be closed after this one, if a bot that works or has crashed holds the lease; else None.

    SQLite deletes the log when the last connection that may write is closed. The next start would then take the file
    for a copy that was made without its log.
    """
    with suppress(sqlite3.Error), ExitStack() as unless_kept:
        if _has_log(path) and raw.execute("SELECT 1 FROM lease").fetchone():
            keeper = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
            unless_kept.callback(keeper.close)
            keeper.execute("SELECT 1 FROM lease").fetchone()  # only now it keeps the log
            unless_kept.pop_all()
            return keeper
    return None


def _emptied(raw: sqlite3.Connection) -> bool:
    """Empty the write-ahead log; return whether nobody kept it from that."""
    raw.execute("PRAGMA busy_timeout = 0")
    try:
        is_busy, _, _ = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        raw.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")
    return not is_busy


def _connect(path: Path, scripts: tuple[str, ...], upgrade: bool) -> sqlite3.Connection:
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        oldest = ".".join(map(str, _OLDEST_SQLITE))
        raise CannotOpen(path, f"SQLite {sqlite3.sqlite_version} is too old, {oldest} is needed")
    _require_way(path, to_write=upgrade)
    if path.is_dir():
        raise CannotOpen(path, "it is a folder")
    if not path.parent.is_dir():
        raise CannotOpen(path, f"there is no folder {path.parent}")
    _require_own_log(path)
    has_log = _has_log(path)
    try:
        new = upgrade and make_private(path)
    except OSError as error:
        raise CannotOpen(path, error.strerror or str(error)) from error
    if not path.is_file():
        raise CannotOpen(path, _NO_FILE if path.exists() else points_nowhere(path) or _NOT_THERE)
    if upgrade and (problem := closed(path)):  # SQLite would complain only at the first write, or not say of which file
        raise CannotOpen(path, problem)
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False)
    try:
        connection.row_factory = sqlite3.Row
        found = inspect(connection, path, len(scripts))  # before anything is changed
        if not upgrade and found < len(scripts):
            raise OlderSchema(path, found, len(scripts))
        if not found:
            log.log(
                logging.INFO if new else logging.WARNING,
                "the database is new" if new else _WAS_EMPTY,
                extra={"path": path},
            )
        known = fate.find(connection)
        if upgrade and known is not None and known.what == fate.MOVED:
            raise Moved(path, str(known))
        if upgrade:
            keep_private(path)
            _use_wal(connection, path)
            connection.execute("PRAGMA foreign_keys = OFF")
            migrate(connection, path, scripts)
            if found and not has_log and connection.execute("SELECT 1 FROM lease").fetchone():
                log.warning(_LOG_MISSES, extra={"path": path})
            if known is not None and known.what == fate.COPY:
                log.warning(
                    "a copy of the database was begun, and is not known to be complete", extra={"to": known.target}
                )
                fate.clear(connection)
        connection.execute("PRAGMA synchronous = FULL")
        # overwrites deleted data: no free page keeps people who are forgotten
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException as error:
        doing = _said_of(connection) if _is_busy(error) else ""
        keeper = _keeper(connection, path)
        connection.close()
        if keeper is not None:
            keeper.close()
        if doing:
            raise BeingChanged(path, doing) from error
        raise
    return connection


def _said_of(connection: sqlite3.Connection) -> str:
    """Return why the file is locked, as far as it says; "" if it does not."""
    try:
        found = fate.standing(connection)
    except sqlite3.Error:
        return ""
    return "" if found is None else str(found)


def _use_wal(connection: sqlite3.Connection, path: Path) -> None:
    """Switch the file to WAL mode. SQLite does not wait for a lock there, so processes that start at once try again."""
    retrying = Retrying(
        stop=stop_after_delay(BUSY_SECONDS),
        wait=wait_fixed(_BUSY_PAUSE),
        retry=retry_if_exception(_is_busy),
        reraise=True,
    )
    (mode,) = retrying(lambda: connection.execute("PRAGMA journal_mode = WAL").fetchone())
    if mode != "wal":
        raise CannotOpen(path, "its file system does not support a write-ahead log")


def _is_busy(error: BaseException) -> bool:
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
