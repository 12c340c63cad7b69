"""The file itself: what cannot be a database is refused, who may read it, and how it is opened and closed."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import storage as package
from storage import CannotOpen, DatabaseFailed, NewerSchema, Storage, backup, sqlite
from storage.schema import migrate, migrations

from .conftest import Child, Clock, Games


async def test_a_newer_file_is_refused_and_not_touched(path: Path) -> None:
    async with await Storage.open(path):
        pass
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA journal_mode = DELETE")
        raw.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(NewerSchema, match=f"version 99, .* up to {len(migrations())}"):
        await Storage.open(path)
    with pytest.raises(NewerSchema):
        package.check(path)
    assert path.read_bytes() == before


async def test_another_programs_database_is_refused_and_not_touched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE theirs (a)")
    before = path.read_bytes()
    with pytest.raises(CannotOpen, match="another program's"):
        await Storage.open(path)
    assert path.read_bytes() == before


async def test_what_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, but long enough to be looked at as one " * 20)
    for path, reason in (
        (tmp_path / "none" / "file", "there is no folder"),
        (tmp_path, "it is a folder"),
        (tmp_path / "text", "not a database"),
    ):
        with pytest.raises(CannotOpen, match=reason) as caught:
            await Storage.open(path)
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)


REFUSED = """
import asyncio, sys
from pathlib import Path
from storage import CannotOpen, Storage

try:
    asyncio.run(Storage.open(Path(sys.argv[1])))
except CannotOpen as error:
    print(error)
"""


def test_a_refused_start_says_its_line_and_nothing_else(tmp_path: Path, child: Child) -> None:
    for _ in range(5):  # nothing is left that would outlive the loop
        refused = child(REFUSED, tmp_path)
        assert refused.communicate(timeout=30)[0].count("\n") == 1
        assert refused.returncode == 0


async def test_too_old_a_sqlite_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_OLDEST_SQLITE", (99, 0))
    with pytest.raises(CannotOpen, match=r"99\.0 is needed"):
        await Storage.open(path)


async def test_a_closed_storage_says_so(path: Path) -> None:
    storage = await Storage.open(path)
    await storage.close()
    await storage.close()
    with pytest.raises(DatabaseFailed, match="closed"):
        await storage.games.active()


async def test_closing_waits_for_what_was_asked_for(path: Path, clock: Clock) -> None:
    storage = await Storage.open(path, now=clock)
    lobby = asyncio.create_task(Games(storage).lobby())
    await asyncio.sleep(0)
    await storage.close()
    game_id = await lobby
    async with await Storage.open(path) as storage:
        assert [game.id for game in await storage.games.active()] == [game_id]


async def test_a_file_that_stays_locked_is_an_error_of_ours(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.05)
    async with await Storage.open(path) as storage:
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            raw.execute("BEGIN IMMEDIATE")
            with pytest.raises(DatabaseFailed, match="locked"):
                await Games(storage).lobby()
            assert await storage.games.active() == ()  # readers never wait
        await Games(storage).lobby()


def modes(path: Path) -> dict[str, str]:
    return {
        file.name.removeprefix(path.name): oct(file.stat().st_mode & 0o777)
        for file in path.parent.glob(f"{path.name}*")
    }


@pytest.fixture
def open_handed() -> Iterator[None]:
    """Set the umask so that files made without explicit permissions can be read and written by everybody."""
    former = os.umask(0)
    yield
    os.umask(former)


@pytest.mark.skipif(os.name != "posix", reason="no modes of files here")
@pytest.mark.usefixtures("open_handed")
async def test_the_files_are_their_owners_alone_from_the_start(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No statement, not even the first, runs while others could open a file."""
    seen: list[dict[str, str]] = []

    def watched(connection: sqlite3.Connection, *arguments: Any) -> None:
        connection.set_trace_callback(lambda _: seen.append(modes(path)))
        migrate(connection, *arguments)

    monkeypatch.setattr(sqlite, "migrate", watched)
    async with await Storage.open(path) as storage:
        await Games(storage).running()
        backup(storage.place, path.with_name("copy"))
        assert modes(path) == {"": "0o600", "-wal": "0o600", "-shm": "0o600"}
        assert modes(path.with_name("copy")) == {"": "0o600"}
    assert len(seen) > 10
    assert {mode for each in seen for mode in each.values()} == {"0o600"}


@pytest.mark.skipif(os.name != "posix", reason="no modes of files here")
@pytest.mark.usefixtures("open_handed")
@pytest.mark.parametrize("mode", [0o640, 0o604])
async def test_files_of_an_older_version_are_taken_from_others(path: Path, mode: int) -> None:
    async with await Storage.open(path) as storage:
        game_id = await Games(storage).running()
        for file in path.parent.iterdir():
            file.chmod(mode)
            shutil.copy(file, file.with_name(f"killed{file.name}"))  # as a killed bot leaves them, with a log
    killed = path.with_name(f"killed{path.name}")
    assert set(modes(killed)) == {"", "-wal", "-shm"}
    assert any("readable by others" in problem for problem in package.check(killed))
    async with await Storage.open(killed) as storage:
        assert set(modes(killed).values()) == {"0o600"}
        assert (await storage.games.load(game_id)).snapshot is not None


@pytest.mark.skipif(os.name != "posix", reason="no modes of files here")
async def test_another_programs_file_keeps_its_mode(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE theirs (a)")
    path.chmod(0o644)
    with pytest.raises(CannotOpen, match="another program's"):
        await Storage.open(path)
    assert modes(path) == {"": "0o644"}


async def test_an_empty_file_begins_as_new_and_says_so(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    path.touch()
    async with await Storage.open(path):
        pass
    assert [(record.levelname, record.message) for record in caplog.records if record.name == "storage.sqlite"] == [
        ("WARNING", "the database was an empty file: it begins as new, without any game")
    ]
    caplog.clear()
    for _ in range(2):
        async with await Storage.open(path.with_name("other")):
            pass
    said = [(record.levelname, record.message) for record in caplog.records if record.name == "storage.sqlite"]
    assert said == [("INFO", "the database is new")]


@pytest.mark.skipif(os.name != "posix", reason="no pipes here")
async def test_what_is_no_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o644)
    for path in (tmp_path / "pipe", Path("/dev/null")):
        mode = path.stat().st_mode
        with pytest.raises(CannotOpen, match="it is not a file"):
            await Storage.open(path)
        assert path.stat().st_mode == mode


async def test_a_keeper_of_the_log_that_cannot_read_is_closed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is opened beside a closing connection, and nobody else closes it if its own first SELECT fails."""
    made = list[sqlite3.Connection]()
    connect = sqlite3.connect

    class Unreadable(sqlite3.Connection):
        def execute(self, *_: Any) -> sqlite3.Cursor:
            raise sqlite3.OperationalError("disk I/O error")

    def broken(*args: Any, **options: Any) -> sqlite3.Connection:
        made.append(connect(*args, **options, factory=Unreadable))
        return made[-1]

    async with await Storage.open(path) as storage:
        await storage.lease.acquire()
        with closing(connect(path)) as raw, monkeypatch.context() as patched:
            patched.setattr(sqlite3, "connect", broken)
            assert sqlite._keeper(raw, path) is None
    [keeper] = made
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        keeper.cursor()
