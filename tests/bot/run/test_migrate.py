"""`adepts migrate`: a SQLite file to PostgreSQL, whole or not at all."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cli.main import run
from storage import Server, Storage
from storage.postgresql import copy
from storage.tables import TABLES
from tests.bot.upgrade.test_released import unpacked
from tests.storage.conftest import Games, dump
from tests.storage.test_storage_tales import FIRST, rolled

psycopg = pytest.importorskip("psycopg", reason="the driver for PostgreSQL is not installed: make test installs it")
connection = import_module("storage.postgresql.connection")
copying = import_module("storage.postgresql.copying")


@pytest.fixture
def database(directory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with games of every kind, as a bot made it."""
    path = unpacked("database", directory)
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", str(path))
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "a-token")
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("DELETE FROM lease")
        raw.commit()
    asyncio.run(_tell(path))
    return path


async def _tell(path: Path) -> None:
    """A tale beside the games."""
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
    assert run(["migrate", "--to", server.url]) == 0
    said = capsys.readouterr().out
    assert server.url not in said
    stored = asyncio.run(_all(server))
    assert stored == asyncio.run(_all(database))
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

    assert run(["migrate", "--to", server.url]) == 2
    assert "nothing was copied: there is something in that database already, in games" in (
        said := capsys.readouterr().err
    )
    assert "create it anew" in said


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
    async def begin() -> None:
        async with await Storage.open(database) as opened:
            await opened.lease.acquire()

    def too_late(path: Path, to: Server) -> dict[str, int]:
        asyncio.run(begin())
        return copy(path, to)

    monkeypatch.setattr("cli.migrate.copy", too_late)
    assert run(["migrate", "--to", server.url]) == 2
    assert "nothing was copied: a bot has begun to work with one of the databases" in capsys.readouterr().err
    assert not asyncio.run(_all(server))


def test_nobody_begins_to_work_with_either_before_all_is_copied(
    database: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it takes."""
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
        time.sleep(0.1)
        return digest(rows)

    digest = copying._digest
    monkeypatch.setattr(copying, "_digest", slowly)
    monkeypatch.setitem(connection._SETTINGS, "idle_in_transaction_session_timeout", "50ms")
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


@pytest.mark.parametrize("to", ["elsewhere.db", "mysql://host/games", "postgresql://a:hidden-word@/b?host=/nowhere"])
def test_where_it_cannot_go_is_said(database: Path, to: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["migrate", "--to", to]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "hidden-word" not in said
    assert not Path("elsewhere.db").exists()


def test_no_command_of_the_manual_shows_a_password() -> None:
    """Others on the machine can read what a command is given."""
    manual = (Path(__file__).parents[3] / "docs/operating.md").read_text(encoding="utf-8")
    commands = re.findall(r"```\n(.*?)```|`([^`\n]*pg_(?:dump|restore) [^`]*)`", manual, re.DOTALL)
    assert any("migrate --to" in block for block, _ in commands)
    assert not [command for each in commands for command in each if re.search("//[^/ ]*:[^/ ]*@", command)]
