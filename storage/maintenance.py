"""Backup and check of a database file, beside a running bot if need be.

Both block, on a connection of their own; the bot runs them in a thread. Neither creates or upgrades a file.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from storage.database import Transaction
from storage.errors import BackupFailed, CannotOpen
from storage.games import load
from storage.moves import entries
from storage.private import open_to_others
from storage.rows import Entry, StoredTable
from storage.schema import inspect, migrations

_GAMES = """
    SELECT id, status, snapshots.sequence, snapshots.ply, state, side, options,
           (SELECT count(*) FROM moves WHERE game_id = id) AS moves,
           (SELECT max(sequence) FROM moves WHERE game_id = id) AS last,
           (SELECT ply FROM moves WHERE game_id = id ORDER BY sequence DESC LIMIT 1) AS last_ply,
           (SELECT max(number) FROM questions JOIN seats USING (game_id, seat)
            WHERE game_id = id AND number / 10 > asked) AS unasked_question,
           (SELECT count(*) FROM questions WHERE game_id = id) AS questions
    FROM games LEFT JOIN snapshots ON snapshots.game_id = id ORDER BY id
"""


Judge = Callable[[StoredTable, Sequence[Entry]], Iterable[str]]
"""Says what is wrong with a game that is stored so, a line each."""


def backup(path: Path, target: Path) -> None:
    """Copy the database as it is at one instant to `target`, a single file that appears whole or not at all.

    What was written is read again: a damaged database is not copied over a good backup. The copy holds no lease.
    Raises CannotOpen, NewerSchema, BackupFailed.
    """
    source, _ = _open(path)
    with closing(source):
        if target.exists() and target.samefile(path):
            raise BackupFailed(target, "that is the database itself")
        try:
            descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
        except OSError as error:
            raise BackupFailed(target, error.strerror or str(error)) from error
        os.close(descriptor)
        part = Path(name)
        try:
            _copy(source, part)
            _verify(part, target)
            part.replace(target)
            if os.name == "posix":  # elsewhere a folder cannot be opened
                _sync(target.parent, os.O_RDONLY)
        except (OSError, sqlite3.Error) as error:
            raise BackupFailed(target, str(error)) from error
        finally:
            part.unlink(missing_ok=True)


def _copy(source: sqlite3.Connection, part: Path) -> None:
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # readable also where nothing can be written
        copy.execute("DELETE FROM lease")
    _sync(part, os.O_RDWR)


def _verify(part: Path, target: Path) -> None:
    """Raises BackupFailed for a copy that is damaged, as the database then is."""
    with closing(sqlite3.connect(f"{part.absolute().as_uri()}?mode=ro", uri=True)) as copy:
        copy.row_factory = sqlite3.Row
        damage = next(_damage(copy), None)
    if damage is not None:
        raise BackupFailed(target, f"the database is damaged ({damage}); see adepts doctor")


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def check(path: Path, judge: Judge = lambda *_: ()) -> tuple[str, ...]:
    """What is wrong with the database, a line each; nothing if it is sound.

    `judge` is asked about each game with a position: storage knows no rules. All is of one instant.
    Raises CannotOpen (also if the schema is old), NewerSchema.
    """
    connection, found = _open(path)
    with closing(connection):
        if found < (known := len(migrations())):
            raise CannotOpen(path, f"its schema is version {found}; the bot's next start makes it {known}")
        found_wrong = [f"{file} is readable by others than its owner: chmod 600" for file in open_to_others(path)]
        try:
            connection.execute("BEGIN")
            for problem in _problems(connection, judge):
                found_wrong.append(problem)
        except sqlite3.DatabaseError as error:
            found_wrong.append(f"the file is damaged: {error}")
        return tuple(found_wrong)


def _problems(connection: sqlite3.Connection, judge: Judge) -> Iterator[str]:
    yield from _damage(connection)
    for game in connection.execute(_GAMES):
        problems = [*_game_problems(game)] or [*_judged(Transaction(connection), game["id"], judge)]
        for problem in problems:
            yield f"game {game['id']} ({game['status']}): {problem}"


def _damage(connection: sqlite3.Connection) -> Iterator[str]:
    """What is wrong with the file and between its rows."""
    try:
        for (line,) in connection.execute("PRAGMA integrity_check"):
            if line != "ok":
                yield f"integrity: {line}"
        for row in connection.execute("PRAGMA foreign_key_check"):
            yield f"a row of {row['table']} refers to a row of {row['parent']} that does not exist"
    except sqlite3.DatabaseError as error:
        yield f"the file is damaged: {error}"


def _judged(tx: Transaction, game_id: str, judge: Judge) -> Iterator[str]:
    try:
        table, rows = load(tx, game_id), entries(tx, game_id)
    except (ValueError, TypeError, RecursionError) as error:
        yield f"a row cannot be read: {type(error).__name__}"
        return
    if table.snapshot is not None:
        yield from judge(table, rows)


def _game_problems(game: sqlite3.Row) -> Iterator[str]:
    last = game["last"] or 0
    if game["moves"] != last:
        yield f"{game['moves']} rows of moves, the last is number {last}"
    if game["sequence"] is None:
        if game["moves"] or game["status"] in ("running", "over"):
            yield "no snapshot"
    elif (game["sequence"], game["ply"]) != (last, game["last_ply"] or 0):
        yield (
            f"the snapshot is of move {game['sequence']}, ply {game['ply']};"
            f" the last move is {last}, ply {game['last_ply'] or 0}"
        )
    if game["unasked_question"] is not None:
        yield f"question {game['unasked_question']} is open, but was not handed out yet"
    if game["questions"] and game["status"] != "running":
        yield "questions are open"
    for name in ("options", "state", "side"):
        try:
            json.loads(game[name] or "{}")
        except (ValueError, RecursionError):
            yield f"{name} cannot be read"


def _open(path: Path) -> tuple[sqlite3.Connection, int]:
    """A connection that never writes, and the file's schema version."""
    if not path.is_file():
        raise CannotOpen(path, "there is no such file")
    try:
        # Not mode=ro: a reader of a write-ahead log may have to set up its shared memory.
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise CannotOpen(path, str(error)) from error
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA query_only = ON")
        found = inspect(connection, path, len(migrations()))
        if not found:
            raise CannotOpen(path, "it is empty")
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.Error):
            raise CannotOpen(path, str(error)) from error
        raise
    return connection, found
