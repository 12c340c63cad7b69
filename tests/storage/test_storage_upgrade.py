"""Who upgrades a schema, and who must not: nobody while a bot works with the older one."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

import storage as package
from storage import BeingChanged, LeaseHeld, LeaseLost, NewerSchema, OlderSchema, Server, Storage
from storage.database import Database
from storage.health import require_settled
from storage.schema import migrations
from tests.postgresql import binary, database

from .conftest import Child

HOLD = """
import asyncio, sys
from pathlib import Path
from storage import Storage

async def hold():
    opened = await Storage.open(Path(sys.argv[1]))
    await opened.lease.acquire()
    print("held", flush=True)
    sys.stdin.read()

asyncio.run(hold())
"""


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """The migrations of a program that has one more."""
    folder = tmp_path / "migrations"
    shutil.copytree(Path(package.__file__).parent / "migrations", folder)
    (folder / f"{len(migrations()) + 1:04}_test.sql").write_text("CREATE TABLE extra (a TEXT) STRICT;\n", "utf-8")
    return folder


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as raw:
        return int(raw.execute("PRAGMA user_version").fetchone()[0])


async def test_a_file_is_not_upgraded_beneath_a_bot(path: Path, newer: Path, child: Child) -> None:
    process = child(HOLD, path)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    with pytest.raises(LeaseHeld, match=f"another bot works with this database: process {process.pid} "):
        await Database.open(path, folder=newer)
    assert version(path) == len(migrations())
    process.kill()
    process.wait()
    await (await Database.open(path, folder=newer)).close()
    assert version(path) == len(migrations()) + 1


async def test_who_only_looks_changes_nothing(path: Path, newer: Path) -> None:
    async with await Storage.open(path):
        pass
    path.chmod(0o640)
    before = path.read_bytes()
    with pytest.raises(OlderSchema, match="the bot's next start makes it"):
        await Database.open(path, folder=newer, upgrade=False)
    async with await Storage.open(path, upgrade=False) as opened:
        assert await opened.games.active() == ()
    assert path.read_bytes() == before
    assert path.stat().st_mode & 0o777 == 0o640
    missing = path.with_name("missing")
    with pytest.raises(package.CannotOpen, match="there is no such file"):
        await Storage.open(missing, upgrade=False)
    assert not missing.exists()


async def test_a_server_s_is_not_upgraded_beneath_a_bot(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = import_module("storage.postgresql.schema")
    known = schema.migrations()
    async with await Storage.open(server) as bot:
        await bot.lease.acquire(timedelta(seconds=9))
        monkeypatch.setattr(schema, "migrations", lambda: {**known, max(known) + 1: "CREATE TABLE extra (a BIGINT)"})
        with pytest.raises(LeaseHeld):
            await Storage.open(server)
        with pytest.raises(OlderSchema):
            await Storage.open(server, upgrade=False)
        monkeypatch.undo()
    await (await Storage.open(server, upgrade=False)).close()


async def test_nobody_works_with_a_server_s_database_that_a_newer_program_has_upgraded(
    fresh_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a bot that stood still until its lease had run out, nor a spare that waits for it; each finds the lease
    free, as the newer program has yet to take it."""
    async with await Storage.open(fresh_server) as former, await Storage.open(fresh_server) as spare:
        await former.lease.acquire(timedelta(0))
        async with await opened_by_newer(fresh_server, monkeypatch) as newer:
            with pytest.raises(LeaseLost):
                await former.meta.set("a", "b")
            with pytest.raises(LeaseLost):
                await former.lease.renew()
            for each in (former, spare):
                with pytest.raises(NewerSchema, match="use a newer program"):
                    await each.lease.acquire()
            await newer.lease.acquire()


async def test_nobody_takes_the_lease_while_a_server_s_database_is_upgraded(
    fresh_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    psycopg = pytest.importorskip("psycopg")
    with closing(psycopg.connect(fresh_server.url, autocommit=True)) as raw:
        raw.execute("SELECT pg_advisory_lock(7)")  # which the new migration waits for
        async with await Storage.open(fresh_server) as spare:
            upgrading = asyncio.create_task(
                opened_by_newer(fresh_server, monkeypatch, "SELECT pg_advisory_xact_lock(7)")
            )
            waits = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 7 AND NOT granted"
            while not raw.execute(waits).fetchall():
                assert not upgrading.done()
                await asyncio.sleep(0.01)
            with pytest.raises(BeingChanged, match="another process brings it up to date just now"):
                await spare.lease.acquire()
            with pytest.raises(BeingChanged):
                require_settled(fresh_server)
            raw.execute("SELECT pg_advisory_unlock(7)")
            async with await upgrading as newer:
                await newer.lease.acquire()


async def test_who_finds_a_server_s_database_upgraded_meanwhile_changes_nothing(
    fresh_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else somebody who takes the lease just then would be told of another upgrade."""
    psycopg, schema = pytest.importorskip("psycopg"), import_module("storage.postgresql.schema")
    seen, version = iter([len(migrations()) - 1]), schema.version
    monkeypatch.setattr(schema, "version", lambda *where: next(seen, None) or version(*where))
    with closing(psycopg.connect(fresh_server.url, autocommit=True)) as raw:
        written = raw.execute("SELECT xmin, ctid FROM adepts_schema").fetchall()
        await (await Storage.open(fresh_server)).close()
        assert raw.execute("SELECT xmin, ctid FROM adepts_schema").fetchall() == written
    assert next(seen, None) is None


async def test_what_keeps_a_server_s_database_from_an_upgrade_is_said(
    fresh_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    psycopg, connection = pytest.importorskip("psycopg"), import_module("storage.postgresql.connection")
    monkeypatch.setitem(connection._SETTINGS, "lock_timeout", "50ms")
    with closing(psycopg.connect(fresh_server.url)) as dump:
        dump.execute("LOCK TABLE games IN ACCESS SHARE MODE")
        with pytest.raises(package.CannotOpen, match="another program uses its tables just now, as pg_dump does"):
            await opened_by_newer(fresh_server, monkeypatch, "ALTER TABLE games ADD COLUMN extra BIGINT")


async def opened_by_newer(server: Server, monkeypatch: pytest.MonkeyPatch, script: str = "SELECT 1") -> Storage:
    """Let a program with one more migration open the database."""
    schema = import_module("storage.postgresql.schema")
    known = {**schema.migrations(), len(migrations()) + 1: script}
    with monkeypatch.context() as newer:
        newer.setattr(schema, "migrations", lambda: known)
        return await Storage.open(server)


def test_a_dump_from_before_an_upgrade_is_restored_without_what_came_since(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the manual's commands. Restored into the database that is there, the later table would stay, and the rows
    would be mixed."""
    manual = (Path(package.__file__).parents[1] / "docs/operating.md").read_text(encoding="utf-8")
    [options] = {*re.findall(r"pg_restore (?:--username adepts )?(--.*) < FILE", manual)}
    psycopg, schema = pytest.importorskip("psycopg"), import_module("storage.postgresql.schema")
    earlier = {number: script for number, script in schema.migrations().items() if number < 25}  # without tale_endings
    end = (
        "INSERT INTO tales (id, aid, channel_id, status, created_at, updated_at) VALUES (%s, 'x', 1, 'over', '0', '0')"
    )
    with database("TEMPLATE template0") as server:
        with psycopg.connect(server.url, autocommit=True) as raw:
            with monkeypatch.context() as older:
                older.setattr(schema, "migrations", lambda: earlier)
                schema.migrate(raw, server)
            raw.execute(end, ["before"])
            dump = pg("pg_dump", "--format=custom", server.url)
            schema.migrate(raw, server)
            raw.execute(end, ["since"])
        (host,) = parse_qs(urlsplit(server.url).query)["host"]
        pg("pg_restore", "--username", "postgres", "--host", host, *options.split(), given=dump)
        with psycopg.connect(server.url, autocommit=True) as raw:
            assert schema.migrate(raw, server) == max(earlier)
            assert raw.execute("SELECT id FROM tales").fetchall() == [("before",)]
            assert raw.execute("SELECT tale_id FROM tale_endings").fetchall() == [("before",)]


def pg(program: str, *arguments: str, given: bytes = b"") -> bytes:
    """Run a program of PostgreSQL; return what it prints."""
    return subprocess.run(
        [binary(program), *arguments], input=given, check=True, stdout=subprocess.PIPE, timeout=60
    ).stdout
