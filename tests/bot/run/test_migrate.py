"""`adepts migrate`: a SQLite file to PostgreSQL, completely or not at all."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import resource
import socket
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from cli.main import run
from storage import BeingChanged, CopyFailed, DatabaseAway, Moved, Server, Storage, fate, schema
from storage.postgresql import copy, require_unused
from storage.process import this_process
from storage.tables import MARK, TABLES
from tests.bot.upgrade.test_released import unpacked
from tests.storage.conftest import Games, dump
from tests.storage.test_storage_tales import FIRST, rolled
from tests.storage.wire import through_a_wire

psycopg = pytest.importorskip("psycopg", reason="the driver for PostgreSQL is not installed: make test installs it")
connection = import_module("storage.postgresql.connection")
copying = import_module("storage.postgresql.copying")
postgresql_schema = import_module("storage.postgresql.schema")


@pytest.fixture
def database(directory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with games in every state, as made by a bot."""
    path = unpacked("database", directory)
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", str(path))
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "a-token")
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("DELETE FROM lease")
        raw.commit()
    asyncio.run(_tell(path))
    return path


async def _tell(path: Path) -> None:
    """Add a tale."""
    async with await Storage.open(path) as opened:
        tale = await opened.tales.create("adept", guild_id=1, channel_id=5, first=FIRST)
        await opened.tales.append(tale.id, rolled(1, struck={1: 2}, notes={"u1": {"pool": "d6"}}), expected=1)
        await opened.tale_messages.plan(tale.id, "status", 5)


async def _all(place: Path | Server) -> list[tuple[str, tuple[object, ...]]]:
    async with await Storage.open(place) as opened:
        return await dump(opened)


def test_all_rows_are_there_and_the_bot_goes_on_with_them(
    database: Path, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    before = asyncio.run(_all(database))
    assert run(["migrate", "--to", server.url]) == 0
    said = capsys.readouterr().out
    assert server.url not in said
    stored = asyncio.run(_all(server))
    assert stored == before
    for table in TABLES:
        count = len([row for name, row in stored if name == table])
        assert table == "lease" or f"{table}: {count:,} row" in said
    assert sum(table == "moves" for table, _ in stored) > 20
    assert sum(table == "messages" for table, _ in stored) > 2

    async def go_on() -> list[int]:
        async with await Storage.open(server) as opened:
            await opened.lease.acquire()  # nobody holds it
            game_id = await Games(opened).lobby(10**9)
            ids = {row[0] for name, row in stored if name == "messages"}
            planned = await opened.messages.plan(game_id, "board", 1)
            await opened.lease.release()
            return [planned.id, *map(int, map(str, ids))]

    new, *former = asyncio.run(go_on())
    assert new > max(former)

    assert run(["migrate", "--undo"]) == 0
    assert run(["migrate", "--to", server.url]) == 2
    assert "nothing was copied: there is something in that database already, in games" in (
        said := capsys.readouterr().err
    )
    assert "create it anew" in said


def test_a_file_whose_games_were_moved_says_where_they_went_until_it_is_to_count_again(
    database: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody can unknowingly continue with the file; reading it is allowed."""
    before = asyncio.run(_all(database))
    assert run(["migrate", "--to", re.sub("//[^@]*@", "//postgres:hidden-word@", server.url)]) == 0
    with pytest.raises(Moved) as moved:
        asyncio.run(_all(database))
    said = str(moved.value)
    assert f"{database}: its games were moved to {server} at " in said
    assert "storage.url makes the bot go on there; `adepts migrate --undo` lets this file count again" in said
    capsys.readouterr()
    assert run(["doctor"]) == 1
    assert f"database: {said}\n" in capsys.readouterr().out
    assert run(["migrate", "--to", server.url]) == 2
    assert said in " ".join(capsys.readouterr().err.split())
    assert run(["games", "list"]) == run(["backup", "copy.sqlite3"]) == 0
    assert run(["games", "delete", "--older-than", "0"]) == 2  # the games have gone, so it would do nothing
    assert said in " ".join(capsys.readouterr().err.split())
    assert b"hidden-word" not in database.read_bytes()
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", "copy.sqlite3")
    assert run(["doctor"]) == 1  # the same holds for a copy of it
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", str(database))
    capsys.readouterr()
    assert run(["migrate", "--undo"]) == run(["migrate", "--undo"]) == 0
    assert [line.removeprefix(f"{database}: ") for line in capsys.readouterr().out.splitlines()] == [
        "counts again, as it was when its games were copied",
        "was not moved",
    ]
    assert asyncio.run(_all(database)) == before


def test_that_all_is_copied_is_said_also_if_the_server_goes_away_just_after_that(
    database: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def away(_: Server) -> None:
        raise DatabaseAway("the connection to the database was lost")

    monkeypatch.setattr("cli.migrate.check", away)
    assert run(["migrate", "--to", server.url]) == 1
    said = capsys.readouterr()
    assert f"{server}: holds all of {database}, compared row by row" in " ".join(said.out.split())
    assert "could not be found out, which adepts doctor does: the connection to the" in " ".join(said.err.split())
    with pytest.raises(Moved):
        asyncio.run(_all(database))


def test_that_all_is_copied_is_said_also_if_the_file_cannot_be_marked(
    database: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The disk is full once all is stored there. The file then counts as before."""
    before, limits = asyncio.run(_all(database)), resource.getrlimit(resource.RLIMIT_FSIZE)
    count_on: Callable[..., None] = copying._count_on

    def full(*databases: Any) -> None:
        count_on(*databases)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))

    monkeypatch.setattr(copying, "_count_on", full)
    try:
        status = run(["migrate", "--to", server.url])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    said = capsys.readouterr()
    assert (status, f"{server}: holds all of {database}" in " ".join(said.out.split())) == (1, True)
    assert f"{database}: cannot be marked (disk I/O error): see to it that no bot goes on using it" in " ".join(
        said.err.split()
    )
    assert run(["doctor"]) == 1
    assert "copies" not in capsys.readouterr().out  # the note that it is being copied could not be removed either
    assert asyncio.run(_all(server)) == asyncio.run(_all(database)) == before


def _when_all_is_sent(monkeypatch: pytest.MonkeyPatch, then: Callable[[], object]) -> None:
    """Do this just before a copy is committed."""
    count_on: Callable[..., None] = copying._count_on

    def and_then(*databases: Any) -> None:
        count_on(*databases)
        then()

    monkeypatch.setattr(copying, "_count_on", and_then)


@pytest.mark.parametrize(("lose", "status"), [("question", 2), ("answer", 0)])
async def test_the_server_is_asked_what_became_of_a_commit_whose_answer_was_lost(
    database: Path,
    server: Server,
    lose: str,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = await _all(database)
    async with through_a_wire(server) as (wire, behind):
        _when_all_is_sent(monkeypatch, lambda: setattr(wire, "lose", lose))
        assert await asyncio.to_thread(run, ["migrate", "--to", behind.url]) == status
    assert wire.lost == [lose]
    said = capsys.readouterr()
    if lose == "question":
        assert "nothing was copied: " in said.err
        assert (await _all(server), await _all(database)) == ([], before)
    else:
        assert f"holds all of {database}" in " ".join(said.out.split())
        assert await _all(server) == before
        with pytest.raises(Moved):
            await _all(database)


async def test_if_the_server_stays_away_after_the_commit_nobody_is_told_what_became_of_it(
    database: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file then counts as before, and the same command tells later."""

    def away(_: Server) -> None:
        raise psycopg.OperationalError("connection refused")

    before = await _all(database)
    async with through_a_wire(server) as (wire, behind):

        def lose() -> None:
            wire.lose = "answer"
            gone.setattr(copying, "reach", away)

        with monkeypatch.context() as gone:
            gone.setattr(copying, "_PATIENCE", 0.0)
            _when_all_is_sent(gone, lose)
            assert await asyncio.to_thread(run, ["migrate", "--to", behind.url]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert said.startswith("adepts: nobody can tell yet whether all was copied to ")
    assert "(connection refused): start no bot before it can be reached again; the same command then" in said
    assert await _all(database) == before
    assert await asyncio.to_thread(run, ["migrate", "--to", server.url]) == 2
    assert "there is something in that database already" in capsys.readouterr().err


def test_what_was_not_copied_is_not_marked(
    database: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether there is no reason, what is stored differs from what was read, or the server goes away."""

    def fail(*_: object) -> None:
        raise CopyFailed("for no reason")

    def gone(rows: Iterable[Iterable[object]]) -> tuple[int, str]:
        with closing(psycopg.connect(server.url, autocommit=True)) as raw:
            raw.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        return digest(rows)

    digest: Callable[[Iterable[Iterable[object]]], tuple[int, str]] = copying._digest
    others = count()
    for name, replaced, said in (
        ("_count_on", fail, "for no reason"),
        ("_digest", lambda _: (0, str(next(others))), "what was stored of games is not what was read"),
        ("_digest", gone, "terminating connection due to administrator command"),
    ):
        with monkeypatch.context() as failing:
            failing.setattr(copying, name, replaced)
            assert run(["migrate", "--to", server.url]) == 2
        assert capsys.readouterr().err == f"adepts: nothing was copied: {said}\n"
        with closing(sqlite3.connect(database)) as raw:
            assert fate.find(raw) is None
        assert asyncio.run(_all(database))
        assert not asyncio.run(_all(server))


def test_a_copy_that_is_interrupted_says_nothing_of_what_the_driver_thinks(
    database: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: object, target: Any) -> None:  # the driver warns that it could not roll back
        with closing(psycopg.connect(server.url, autocommit=True)) as raw:
            raw.execute("SELECT pg_terminate_backend(%s)", [target.info.backend_pid])
        raise KeyboardInterrupt

    monkeypatch.setattr(copying, "_count_on", interrupted)
    monkeypatch.setattr(logging.getLogger("psycopg"), "propagate", False)  # as where nothing keeps a log
    assert run(["migrate", "--to", server.url]) == 130
    assert not capsys.readouterr().err.strip()


@pytest.mark.parametrize("by", [{"born": "0"}, {"host": "a-container"}])
def test_a_copy_that_was_broken_off_keeps_nobody_from_the_file(
    by: dict[str, Any],
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Whether its process is known to have ended, or cannot be seen from here."""
    asyncio.run(_all(database))  # the newest schema
    with monkeypatch.context() as gone, closing(sqlite3.connect(database)) as raw:
        gone.setattr("storage.fate.this_process", lambda: replace(this_process(), **by))
        fate.write(raw, fate.COPY, "postgresql://elsewhere/adepts")
        raw.commit()
    assert run(["doctor"]) == 1
    assert "copies" not in capsys.readouterr().out
    assert asyncio.run(_all(database))
    assert "a copy of the database was begun" in caplog.text
    caplog.clear()
    asyncio.run(_all(database))
    assert "a copy of the database" not in caplog.text


def test_say_which(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["--undo", "--to", "postgresql://adepts@localhost/adepts"]):
        assert run(["migrate", *words]) == 2
        assert "say which: --to URL, or --undo" in capsys.readouterr().err


@pytest.mark.parametrize("of", ["file", "server"])
def test_a_copy_that_is_under_way_is_named(
    of: str, database: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """To a bot that starts, and by the doctor."""
    count_on, place = copying._count_on, database if of == "file" else server
    said = {
        "file": f"process {os.getpid()} on {socket.gethostname()} copies it to {server} just now",
        "server": "`adepts migrate` copies a file's games to it just now",
    }[of]

    def at_the_end(source: sqlite3.Connection, target: Any) -> None:
        with pytest.raises(BeingChanged, match=re.escape(said)):
            asyncio.run(Storage.open(place))
        monkeypatch.setenv("ADEPTS_STORAGE__URL", server.url if of == "server" else "")
        assert run(["doctor"]) == 2
        assert said in capsys.readouterr().out
        assert run(["games", "delete", "--older-than", "0"]) == 2
        assert said in " ".join(capsys.readouterr().err.split())
        count_on(source, target)

    monkeypatch.setattr("storage.sqlite.BUSY_SECONDS", 0.05)
    monkeypatch.setattr(copying, "_count_on", at_the_end)
    assert run(["migrate", "--to", server.url]) == 0
    assert asyncio.run(_all(server))


def test_an_upgrade_that_is_under_way_is_named(
    directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database, statements, called = unpacked("database", directory), schema._statements, list[str]()
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", str(database))
    with closing(sqlite3.connect(database)) as raw:
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("DELETE FROM lease")
        raw.commit()

    def meanwhile(script: str) -> Iterator[str]:
        if not called:
            called.append(script)
            with pytest.raises(BeingChanged, match="brings it up to date just now: start again when that is done"):
                asyncio.run(Storage.open(database))
            assert run(["doctor"]) == 2
        return statements(script)

    monkeypatch.setattr("storage.sqlite.BUSY_SECONDS", 0.05)
    monkeypatch.setattr(schema, "_statements", meanwhile)
    assert asyncio.run(_all(database))
    assert f"process {os.getpid()} on {socket.gethostname()} brings it up to date" in capsys.readouterr().out
    assert called
    with closing(sqlite3.connect(database)) as raw:
        assert fate.find(raw) is None


def test_an_upgrade_of_a_server_s_database_is_named(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ADEPTS_STORAGE__URL", server.url)
    monkeypatch.setitem(connection._SETTINGS, "lock_timeout", "50ms")
    monkeypatch.setattr("storage.postgresql.schema.newest", lambda: 1000)
    said = "another process brings it up to date just now: start again when that is done"
    with closing(psycopg.connect(server.url, autocommit=True)) as raw:
        raw.execute("SELECT pg_advisory_lock(%s)", [postgresql_schema._LOCK])
        raw.execute("BEGIN; LOCK TABLE games")
        with pytest.raises(BeingChanged, match=said):
            asyncio.run(Storage.open(server))
        with pytest.raises(BeingChanged, match=said):
            require_unused(server)
        assert run(["doctor"]) == 2
    assert said in capsys.readouterr().out


async def test_a_start_with_nothing_to_upgrade_is_not_taken_for_an_upgrade(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks at the database while a bot starts does not find it being changed."""
    monkeypatch.setitem(connection._SETTINGS, "lock_timeout", "50ms")
    with closing(psycopg.connect(server.url, autocommit=True)) as raw:
        raw.execute("SELECT pg_advisory_lock(%s)", [postgresql_schema._LOCK])
        async with await Storage.open(server):
            pass


def test_a_bot_at_work_is_not_copied(database: Path, server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    async def try_it() -> int:
        async with await Storage.open(database) as opened:
            await opened.lease.acquire()
            return await asyncio.to_thread(run, ["migrate", "--to", server.url])

    assert asyncio.run(try_it()) == 2
    assert "another bot works with this database" in capsys.readouterr().err
    assert not asyncio.run(_all(server))


def test_a_bot_that_begins_just_then_is_not_copied_either(
    database: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With whichever of them."""

    async def begin(place: Path | Server) -> None:
        async with await Storage.open(place) as opened:
            await opened.lease.acquire()

    for place in (server, database):

        def too_late(path: Path, to: Server, place: Path | Server = place) -> Any:
            asyncio.run(begin(place))
            return copy(path, to)

        monkeypatch.setattr("cli.migrate.copy", too_late)
        assert run(["migrate", "--to", server.url]) == 2
        assert "nothing was copied: a bot has begun to work with one of the databases" in capsys.readouterr().err
        with closing(psycopg.connect(server.url, autocommit=True)) as raw:
            raw.execute("DELETE FROM lease")
        assert not asyncio.run(_all(server))


def test_nobody_begins_to_work_with_either_before_all_is_copied(
    database: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long that takes."""
    count_on = copying._count_on

    def at_the_end(source: sqlite3.Connection, target: Any) -> None:
        with closing(sqlite3.connect(database, timeout=0)) as raw, pytest.raises(sqlite3.OperationalError):
            raw.execute("DELETE FROM lease")
        with closing(psycopg.connect(server.url, autocommit=True)) as raw:
            raw.execute("SET lock_timeout = '50ms'")
            with pytest.raises(psycopg.errors.LockNotAvailable):
                raw.execute("DELETE FROM lease")
        count_on(source, target)

    monkeypatch.setattr(copying, "_count_on", at_the_end)
    assert run(["migrate", "--to", server.url]) == 0


def test_a_large_database_takes_longer_to_be_read_than_a_server_waits_for_others(
    database: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(rows: Iterable[Iterable[object]]) -> tuple[int, str]:
        time.sleep(next(waits, 0))
        found: tuple[int, str] = digest(rows)
        return found

    digest, waits = copying._digest, iter([2.5])
    monkeypatch.setattr(copying, "_digest", slowly)
    monkeypatch.setitem(connection._SETTINGS, "idle_in_transaction_session_timeout", "2s")
    assert run(["migrate", "--to", server.url]) == 0


def test_what_cannot_be_stored_there_leaves_nothing_of_the_rest(
    database: Path, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(_all(database))  # the newest schema
    with closing(sqlite3.connect(database)) as raw:
        raw.execute("INSERT INTO timers (kind, due_at) VALUES ('x', '2026-99-99T00:00:00.000000+00:00')")
        raw.commit()
    assert run(["migrate", "--to", server.url]) == 2
    said = capsys.readouterr().err
    assert said.startswith("adepts: nothing was copied: a row of timers cannot be stored there: ")
    assert said.count("\n") == 1
    assert not asyncio.run(_all(server))


def test_a_database_of_an_older_version_in_which_there_is_something_is_left_as_it_is(
    database: Path, fresh_server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The older program whose games it holds could not open it any more. One without any is brought up to date."""
    known = postgresql_schema.migrations()
    older = {number: script for number, script in known.items() if number < 19}  # before there were tales
    asyncio.run(_all(database))  # the newest schema
    with closing(psycopg.connect(fresh_server.url, autocommit=True)) as raw:
        raw.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        with monkeypatch.context() as earlier:
            earlier.setattr(postgresql_schema, "migrations", lambda: older)
            asyncio.run(_opened(fresh_server))
        raw.execute("INSERT INTO meta VALUES ('a', 'b')")
        assert run(["migrate", "--to", fresh_server.url]) == 2
        assert "there is something in that database already, in meta" in capsys.readouterr().err
        assert raw.execute(f"SELECT version FROM {MARK}".encode()).fetchall() == [(max(older),)]
        raw.execute("DELETE FROM meta")
    assert run(["migrate", "--to", fresh_server.url]) == 0


async def _opened(place: Server) -> None:
    async with await Storage.open(place):
        pass


@pytest.mark.parametrize("to", ["elsewhere.db", "mysql://host/games", "postgresql://a:hidden-word@/b?host=/nowhere"])
def test_where_it_cannot_go_is_said(database: Path, to: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["migrate", "--to", to]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "hidden-word" not in said
    assert not Path("elsewhere.db").exists()


def test_no_command_of_the_manual_shows_a_password() -> None:
    """Other users of the machine can see a command's arguments."""
    manual = (Path(__file__).parents[3] / "docs/operating.md").read_text(encoding="utf-8")
    commands = re.findall(
        r"^ *```\w*\n(.*?)^ *```|`([^`\n]*pg_(?:dump|restore) [^`]*)`", manual, re.DOTALL | re.MULTILINE
    )
    assert any("migrate --to" in block for block, _ in commands)
    assert not [command for each in commands for command in each if re.search("//[^/ ]*:[^/ ]*@", command)]
