"""Backup of a database file and check of a database, also while a bot uses it.

Both block, on a connection of their own: they are for commands. Neither creates or upgrades a file.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from storage.connection import Row, Session
from storage.database import Transaction
from storage.errors import BackupFailed, DatabaseFailed, NotAFile, OlderSchema, StorageError
from storage.head import read_head
from storage.lease_holder import LeaseHolder
from storage.loading import load
from storage.moves import entries
from storage.place import Place, Server
from storage.postgresql import reading, rights, scanned
from storage.private import files_of, open_to_others
from storage.reading import read
from storage.rows import Ballot, Entry, Invitation, Message, Offer, Result, Settings, StoredTable, Tenure, Timer
from storage.schema import inspect, migrations
from storage.sqlite import look
from storage.tale_loading import load as load_tale
from storage.tale_rows import StoredTale

_NO_BACKUP = "what is there is no backup of ours"
_ROWS = {
    "moves": Entry,
    "results": Result,
    "messages": Message,
    "tale_messages": Message,
    "players": Settings,
    "votes": Ballot,
    "timers": Timer,
    "invitations": Invitation,
    "tenures": Tenure,
    "offers": Offer,
    "lease": LeaseHolder,
}
"""The dataclass as which `check` reads each table's rows. What a game needs to go on is checked by `load`."""

Judge = Callable[[StoredTable, Sequence[Entry]], Iterable[str]]
"""Returns what is wrong with a stored game, one line per problem."""
TaleJudge = Callable[[StoredTale], Iterable[str]]
"""Returns what is wrong with a stored tale, one line per problem."""
Recall = Callable[[Mapping[str, str]], Iterable[str]]
"""Returns what is wrong with the facts about the installation (`Meta`), one line per problem."""
Scan = Callable[[str, str], Iterable[Row]]
"""Reads a whole table, by its name and the statement that selects its rows."""


def backup(place: Place, target: Path) -> tuple[str, ...]:
    """Copy the file as it is at one instant to `target`, a single file that appears whole or not at all.

    The copy is read again before it takes its place: a damaged file never replaces a good backup. Rows that cannot be
    read or do not fit together are copied all the same, since the rest is worth it; they are returned, one line each.
    The copy holds no lease. Raises CannotOpen, NewerSchema, BackupFailed; NotAFile for a server's database.
    """
    if isinstance(place, Server):
        raise NotAFile(place)
    source, _ = look(place)
    with closing(source):
        if target.resolve() in files_of(place) or (target.exists() and target.samefile(place)):
            raise BackupFailed(target, "that is the database itself, or what belongs to it")
        there = target.resolve()  # a symbolic link stays one
        if there.exists() and (why := _why_not(there)):
            raise BackupFailed(target, f"{why}; name another file")
        try:
            descriptor, name = tempfile.mkstemp(dir=there.parent, prefix=f".{there.name}.", suffix=".part")
        except OSError as error:
            raise BackupFailed(target, error.strerror or str(error)) from error
        os.close(descriptor)
        part = Path(name)
        try:
            _copy(source, part)
            wrong = _verify(part, target)
            part.replace(there)
            if os.name == "posix":  # Windows cannot open a folder
                _sync(there.parent, os.O_RDONLY)
        except (OSError, sqlite3.Error) as error:
            raise BackupFailed(target, str(error)) from error
        finally:
            part.unlink(missing_ok=True)
    return wrong


def _why_not(there: Path) -> str:
    """Return why a backup may not replace the file that is there; "" if that is an earlier backup, or empty."""
    if not there.is_file():
        return _NO_BACKUP
    try:
        head = read_head(there)
    except OSError:
        return _NO_BACKUP
    if head.has_log:
        return "what is there is no mere backup: a program has worked with it"
    return "" if head.is_ours or head.is_empty else _NO_BACKUP


def _copy(source: sqlite3.Connection, part: Path) -> None:
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # so that it can be read where nothing can be written, too
        copy.execute("DELETE FROM lease")
    _sync(part, os.O_RDWR)


def _verify(part: Path, target: Path) -> tuple[str, ...]:
    """Return the rows that are wrong, one line each. Raises BackupFailed if the copy, and so the database, is
    damaged."""
    with closing(sqlite3.connect(f"{part.absolute().as_uri()}?mode=ro", uri=True)) as copy:
        copy.row_factory = sqlite3.Row
        damage = next(_damage(copy), None)
        if damage is not None:
            raise BackupFailed(target, f"the database is damaged ({damage}); see adepts doctor")
        if inspect(copy, part, len(migrations())) < len(migrations()):
            return ()  # rows of an older schema cannot be read before an upgrade
        return (*_games(copy), *_tales(copy), *_rows(_whole(copy)))


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def check(
    place: Place, judge: Judge = lambda *_: (), recall: Recall = lambda _: (), tales: TaleJudge = lambda _: ()
) -> tuple[str, ...]:
    """Return what is wrong with the database, one line per problem; empty if it is sound.

    As storage knows no rules, `judge` is asked about each game that can be read, `tales` about each tale, and `recall`
    about the facts beside them. All is read at one instant. Of a server's database only the rows are checked: pages and
    references are the server's own to check. Raises CannotOpen, OlderSchema, NewerSchema; DatabaseAway.
    """
    if isinstance(place, Server):
        with reading(place) as session:
            found_wrong = [*rights.missing(session)]
            try:
                found_wrong += _contents(session, partial(scanned, session), judge, recall, tales)
            except DatabaseFailed:
                if not found_wrong:
                    raise
            return tuple(found_wrong)
    connection, found = look(place)
    with closing(connection):
        if found < (known := len(migrations())):
            raise OlderSchema(place, found, known)
        found_wrong = [f"{file} is readable by others than its owner: chmod 600" for file in open_to_others(place)]
        try:
            connection.execute("BEGIN")
            found_wrong += _damage(connection)
            for problem in _contents(connection, _whole(connection), judge, recall, tales):
                found_wrong.append(problem)
        except sqlite3.DatabaseError as error:
            found_wrong.append(f"the file is damaged: {error}")
        return tuple(found_wrong)


def _contents(session: Session, scan: Scan, judge: Judge, recall: Recall, tales: TaleJudge) -> Iterator[str]:
    """Yield what is wrong with the rows."""
    yield from _games(session, judge)
    yield from _tales(session, tales)
    yield from _rows(scan)
    texts = "typeof(key) = 'text' AND typeof(value) = 'text'"  # other rows were reported above
    facts = {row["key"]: row["value"] for row in session.execute(f"SELECT key, value FROM meta WHERE {texts}")}
    yield from (f"meta: {line}" for line in recall(facts))


def _damage(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield what is wrong with the file itself, and with references between its rows."""
    try:
        for (line,) in connection.execute("PRAGMA integrity_check"):
            if line != "ok":
                yield f"integrity: {line}"
        broken = Counter((row["table"], row["parent"]) for row in connection.execute("PRAGMA foreign_key_check"))
        for (table, parent), count in broken.most_common():
            lost = f"rows of {parent} that do not exist" if count > 1 else f"a row of {parent} that does not exist"
            yield f"{_counted(count)} of {table} {'refer' if count > 1 else 'refers'} to {lost}"
    except sqlite3.DatabaseError as error:
        yield f"the file is damaged: {error}"


def _games(session: Session, judge: Judge = lambda *_: ()) -> Iterator[str]:
    """Yield what is wrong with each game."""
    tx = Transaction(session)
    for row in session.execute("SELECT id, status FROM games ORDER BY id"):
        try:
            table = load(tx, row["id"])
            rows = entries(tx, row["id"])
            problems = [*table.wrong] or [*judge(table, rows)]
        except StorageError as error:
            problems = [str(error)]
        for problem in problems:
            yield f"game {row['id']} ({row['status']}): {problem}"


def _tales(session: Session, judge: TaleJudge = lambda _: ()) -> Iterator[str]:
    """Yield what is wrong with each tale."""
    tx = Transaction(session)
    for row in session.execute("SELECT id, status FROM tales ORDER BY id"):
        stored = load_tale(tx, row["id"])
        for problem in [*stored.wrong] or [*judge(stored)]:
            yield f"tale {row['id']} ({row['status']}): {problem}"


def _rows(scan: Scan) -> Iterator[str]:
    """Yield the columns that cannot be read in the tables that `_ROWS` names."""
    for table, made in _ROWS.items():
        wrong = Counter[str]()
        owner = ", tale_id AS game_id" if made is Message and table != "messages" else ""
        for row in scan(table, f"SELECT *{owner} FROM {table}"):
            wrong.update(read(made, row)[1])
        for column, count in wrong.items():
            yield f"{_counted(count)} of {table}: {column} cannot be read"


def _whole(connection: sqlite3.Connection) -> Scan:
    """Return what reads a file's tables; SQLite reads row by row anyway."""
    return lambda _, sql: connection.execute(sql)


def _counted(rows: int) -> str:
    return f"{rows} rows" if rows > 1 else "a row"
