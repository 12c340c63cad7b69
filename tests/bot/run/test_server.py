"""The commands for operators, with the games on a PostgreSQL server."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.main import run
from storage import CannotOpen, Server, Storage
from storage.tables import MARK, TABLES

psycopg = pytest.importorskip("psycopg", reason="the driver for PostgreSQL is not installed: make test installs it")


@pytest.fixture(autouse=True)
def _server(directory: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", "not-used.db")
    monkeypatch.setenv("ADEPTS_STORAGE__URL", server.url)
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "a-token")


async def _lobby(server: Server) -> str:
    async with await Storage.open(server) as opened:
        await opened.lease.acquire()
        table = await opened.games.create(
            "adepts", "Friday", guild_id=1, channel_id=2, host_id=3, host_name="Ann", options={}, pace="none"
        )
        return table.game.id


def test_games_are_listed_and_deleted_and_the_doctor_finds_them_sound(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    game_id = asyncio.run(_lobby(server))
    assert run(["games", "list"]) == 0
    assert game_id in capsys.readouterr().out
    assert run(["doctor"]) == 0
    assert f"database: {server}: sound" in capsys.readouterr().out
    assert run(["doctor", "--alive"]) == 0  # this process, which still has its lease
    assert "a bot is at work" in capsys.readouterr().out
    assert run(["games", "delete", "--game", game_id]) == 2
    assert "another bot works with this database" in capsys.readouterr().err
    asyncio.run(_release(server))
    assert run(["games", "delete", "--game", game_id]) == 0
    assert not Path("not-used.db").exists()


async def _release(server: Server) -> None:
    async with await Storage.open(server) as opened:
        await opened._db.run("BEGIN IMMEDIATE", lambda tx: tx.all("DELETE FROM lease"))


def test_a_backup_is_for_the_server_s_own_programs(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["backup", "copy"]) == 2
    said = capsys.readouterr().err
    assert "pg_dump" in said
    assert str(server) in said
    assert server.url not in said
    assert not Path("copy").exists()


@pytest.mark.parametrize("command", [["doctor", "--alive"], ["games", "list"], ["doctor"]])
def test_a_server_that_is_not_there_is_one_line_without_the_password(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("ADEPTS_STORAGE__URL", f"postgresql://bot:hidden-word@/games?host={tmp_path}")
    assert run(command) == 2
    said = "".join(capsys.readouterr())
    assert "cannot open the database postgresql:///games" in said
    assert "hidden-word" not in said


@pytest.fixture
def reader(server: Server) -> Iterator[str]:
    """A role that may only read."""
    with psycopg.connect(server.url, autocommit=True) as raw:
        name = f"reader_{os.getpid()}"
        raw.execute(f"CREATE ROLE {name} LOGIN")
        raw.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {name}")
        raw.execute(f"CREATE SCHEMA none; GRANT USAGE ON SCHEMA none TO {name}")
        try:
            yield name
        finally:
            raw.execute(f"DROP SCHEMA none; DROP OWNED BY {name}; DROP ROLE {name}")


def test_a_role_that_may_not_do_what_the_bot_must_is_found(
    server: Server, reader: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = re.sub("//[^@]*@", f"//{reader}@", server.url)
    monkeypatch.setenv("ADEPTS_STORAGE__URL", url)
    assert run(["doctor"]) == 1
    found = f"{server}: the role {reader} may not read and write {{}}, as the bot must: GRANT ALL\n"
    assert found.format(", ".join((*TABLES, MARK))) in capsys.readouterr().out
    with psycopg.connect(server.url, autocommit=True) as raw:
        raw.execute(f"GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {reader}")
        lacking = {"seats": "INSERT", "messages": "SELECT", "votes": "DELETE", MARK: "UPDATE"}
        for table, right in lacking.items():
            raw.execute(f"REVOKE {right} ON {table} FROM {reader}".encode())
    assert run(["doctor"]) == 1, "what it could not read for want of that is no reason of its own"
    assert found.format(", ".join(each for each in (*TABLES, MARK) if each in lacking)) in capsys.readouterr().out
    monkeypatch.setenv("ADEPTS_STORAGE__URL", f"{url}&options=-csearch_path%3Dnone")
    assert run(["doctor"]) == 2
    refused = f'it is empty, and the role {reader} may not make tables in it: GRANT CREATE ON SCHEMA "none" TO {reader}'
    assert refused in capsys.readouterr().out
    with pytest.raises(CannotOpen, match=re.escape(refused)):  # a bot's start, and a migration
        asyncio.run(Storage.open(Server(f"{url}&options=-csearch_path%3Dnone")))


def test_a_database_that_no_bot_has_begun_is_made_by_its_first_start(
    server: Server, reader: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ADEPTS_STORAGE__URL", f"{server.url}&options=-csearch_path%3Dnone")
    assert run(["doctor"]) == 1
    assert f"database: {server}: it is not there yet; the bot's first start makes it\n" in capsys.readouterr().out


async def test_the_server_s_administrator_sees_whose_connections_they_are(server: Server) -> None:
    async with await Storage.open(server) as opened:
        names = await opened._db.run("BEGIN", lambda tx: tx.only("SELECT current_setting('application_name')")[0])
    assert names == "adepts_bot"
