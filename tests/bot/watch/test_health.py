"""Liveness and readiness, as a supervisor queries them."""

from __future__ import annotations

import asyncio
import math
import os
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest
from aiohttp import test_utils, web

from bot.watch.address import Address
from bot.watch.health import WAITING, Health, answers
from bot.watch.listener import CannotListen
from cli.main import run
from storage import DatabaseFailed, Server, Storage
from tests import postgresql
from tests.bot.core.conftest import Stage
from tests.bot.watch.conftest import Asked

READY = "ready\nshards: 2 of 2 connected\nstorage: answers\n"


async def test_ready_while_all_shards_are_connected(stage: Stage, asked: Asked) -> None:
    assert await asked.get("healthz") == (200, "alive\n")
    assert await asked.get("readyz") == (200, READY)
    stage.pg.gateway.refused = {1}
    stage.pg.gateway.drop(shard=1)
    await _until(lambda: stage.bot.connected == {0})
    assert await asked.get("readyz") == (503, "not ready\nshards: 1 of 2 connected (away: 1)\nstorage: answers\n")
    figures = await asked.figures()
    assert (figures['adepts_shard_connected{shard="1"}'], figures["adepts_ready"]) == (0, 0)
    stage.pg.gateway.refused = set()
    await _until(lambda: stage.bot.connected == {0, 1})
    assert await asked.get("readyz") == (200, READY)


async def _until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110  # nothing says when
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("word", ["HELLO", "READY"])
async def test_a_discord_that_takes_the_connection_and_says_nothing_is_told_of(
    word: str, stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Before the shard has identified or after: discord.py would wait for ever."""
    monkeypatch.setattr("bot.gateway.client._SAYS_WITHIN", 1.0)
    greet = stage.pg.gateway._greet
    with monkeypatch.context() as silent:
        if word == "HELLO":
            stage.pg.gateway.mute = 1
        else:
            silent.setattr(stage.pg.gateway, "_greet", lambda session: session.shard[0] and greet(session))
        bot = await stage.start(whole=False)
        await _until(lambda: len(bot.connected) == len(bot.unheard) == 1)
    [mute] = bot.unheard  # whichever came first waits for HELLO
    assert ("WARNING", mute, word) in [
        (record.levelname, vars(record)["shard"], vars(record)["awaited"])
        for record in caplog.records
        if "Discord says nothing to a shard" in record.message
    ]
    async with aiohttp.ClientSession() as session:
        asked = Asked(stage, session)
        away = f"shards: 1 of 2 connected (away: {mute}; Discord says nothing to {mute})"
        assert await asked.get("readyz") == (503, f"not ready\n{away}\nstorage: answers\n")
        if word == "READY":
            stage.pg.gateway.drop(shard=0)
            await _until(lambda: bot.connected == {0, 1})
            assert await asked.get("readyz") == (200, READY)


async def test_a_storage_that_hangs_is_no_reason_to_hang(
    stage: Stage, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()
    hanging = asyncio.create_task(stage.bot.tables.store._db.run("BEGIN", lambda _: go.wait()))
    with monkeypatch.context() as impatient:
        impatient.setattr("bot.watch.health._ANSWERS_WITHIN", 0.05)
        try:
            await _until(lambda: stage.bot.tables.store.waiting)
            status, said = await asked.get("readyz")
            assert (status, said.splitlines()[2]) == (503, "storage: does not answer")
            assert await asked.get("healthz") == (200, "alive\n")
            figures = await asked.figures()
            assert figures["adepts_storage_up"] == 0
            assert figures['adepts_queue_length{queue="transactions"}'] >= 1
        finally:
            go.set()
            await hanging
    assert (await asked.get("readyz"))[0] == 200

    async def fails() -> object:
        raise DatabaseFailed("it went meanwhile")

    monkeypatch.setattr(stage.bot.tables.store.games, "tally", fails)
    assert (await asked.figures())["adepts_ready"] == 1


WELL = Health(2, (), (), storage=True)


@pytest.mark.parametrize(
    ("how", "said", "ready", "waiting"),
    [
        (WELL, "ready", True, False),
        (replace(WELL, shards=0), "not ready", False, False),
        (replace(WELL, away=(1,)), "not ready", False, False),
        (replace(WELL, storage=False), "not ready", False, False),
        (replace(WELL, storage=None), "not ready", False, False),
        (replace(WELL, writes=False), "not ready", False, False),
        (replace(WELL, spare=True), WAITING, False, True),
        (replace(WELL, spare=True, writes=False), "not ready", False, False),
        (replace(WELL, stopping=True), "stopping", False, False),
        (replace(WELL, spare=True, stopping=True), "stopping", False, False),
    ],
)
def test_it_is_ready_if_nothing_keeps_it_from_its_work(how: Health, said: str, ready: bool, waiting: bool) -> None:
    assert (str(how).splitlines()[0], how.ready, how.waiting) == (said, ready, waiting)


@pytest.mark.parametrize("asks", ["GET /users/@me", "GET /gateway/bot"])
async def test_before_it_knows_its_shards_it_is_not_ready_and_that_is_not_said_to_be_storage_s_fault(
    asks: str, stage: Stage
) -> None:
    """Storage is opened only then; an alert that it does not answer would lead astray."""
    silent = stage.pg.faults.add("withhold", asks)
    starting = asyncio.create_task(stage.start())
    await silent.wait_hit()
    async with aiohttp.ClientSession() as session:
        asked = Asked(stage, session)
        said = "not ready\nshards: Discord has not said yet how many there should be\nstorage: not opened yet\n"
        assert await asked.get("readyz") == (503, said)
        assert math.isnan((await asked.figures())["adepts_storage_up"])
        silent.release()
        await starting
        assert (await asked.figures())["adepts_storage_up"] == 1


async def test_a_storage_that_fails_does_not_answer(store: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does the failed check leave a task behind."""
    before = asyncio.all_tasks()
    assert await answers(store)

    async def fails() -> None:
        raise DatabaseFailed("the disk cannot be read")

    monkeypatch.setattr(store.meta, "reach", fails)
    assert not await answers(store)
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == before


async def test_a_table_that_may_not_be_read_is_no_answer() -> None:
    """Without the right to `moves`, say, no game goes on."""
    psycopg = pytest.importorskip("psycopg")
    with postgresql.database() as server, closing(psycopg.connect(server.url, autocommit=True)) as raw:
        role = f"limited_{os.getpid()}"
        raw.execute(f"CREATE ROLE {role} LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}")
        try:
            async with await Storage.open(Server(re.sub("//[^@]*@", f"//{role}@", server.url)), upgrade=False) as store:
                with raw.transaction():  # as while an administrator has it written anew
                    raw.execute("LOCK TABLE tale_notes IN ACCESS EXCLUSIVE MODE")
                    assert await answers(store), "a probe must not hold up whatever needs no such table"
                raw.execute(f"REVOKE SELECT ON moves FROM {role}")
                assert not await answers(store)
        finally:
            raw.execute(f"DROP OWNED BY {role}; DROP ROLE {role}")


async def test_a_server_that_has_just_gone_is_known_to_be_away_at_once() -> None:
    """Ordinary requests wait for it; a health check does not."""
    with postgresql.cluster(), postgresql.database() as server:
        async with await Storage.open(server) as store:
            assert await answers(store)
            with postgresql.away():
                for _ in range(3):
                    began = time.monotonic()
                    assert not await answers(store)
                    assert time.monotonic() - began < 1.0
            async with asyncio.timeout(30):
                while not await answers(store):  # noqa: ASYNC110  # nothing says when
                    await asyncio.sleep(0.05)


@pytest.fixture
def renewing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lease is renewed all the time."""
    monkeypatch.setattr("bot.processes.lease._LEASE_EVERY", 0.02)


async def test_a_storage_that_takes_nothing_is_not_ready_though_it_can_be_read(
    stage: Stage, renewing: None, asked: Asked
) -> None:
    full = "BEFORE UPDATE ON lease BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
    with closing(sqlite3.connect(str(stage.bot.tables.store.place))) as other:
        other.execute(f"CREATE TRIGGER full {full}")
        await _until(lambda: not stage.bot.watch._writes)
        status, said = await asked.get("readyz")
        assert (status, said.splitlines()[0]) == (503, "not ready")
        assert said.splitlines()[2] == "storage: answers, but takes nothing that is written"
        figures = await asked.figures()
        assert figures["adepts_storage_up"] == figures["adepts_ready"] == 0
        other.execute("DROP TRIGGER full")
    await _until(lambda: stage.bot.watch._writes)
    assert await asked.get("readyz") == (200, READY)


async def test_a_spare_waits_and_nothing_is_wrong_with_it(
    stage: Stage, asked: Asked, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stage.bot.connected.clear()
    stage.bot.watch.waits()
    first, *rest = [WAITING, "shards: 0 of 2 connected (away: 0, 1)", "storage: answers"]
    assert await asked.get("readyz") == (503, "\n".join([first, *rest, ""]))
    figures = await asked.figures()
    assert (figures["adepts_waiting"], figures["adepts_ready"], figures["adepts_storage_up"]) == (1, 0, 1)
    listen = asked.url.removeprefix("http://")
    monkeypatch.setenv("ADEPTS_METRICS__LISTEN", listen)
    assert await asyncio.to_thread(run, ["doctor"]) == 0
    assert f"{listen}: {WAITING}" in capsys.readouterr().out
    stage.bot.watch.wrote(well=False)
    assert (await asked.get("readyz"))[1].startswith("not ready\n")
    stage.bot.watch.wrote(well=True)
    stage.bot.watch.takes_over()
    assert (await asked.get("readyz"))[1].startswith("not ready\n")
    assert (await asked.figures())["adepts_waiting"] == 0


async def test_a_bot_that_stops_is_alive_and_not_ready(
    stage: Stage, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = asyncio.Event()

    async def drain(_: float) -> bool:
        return await go.wait()

    monkeypatch.setattr(stage.bot.router, "drain", drain)
    ending = asyncio.create_task(stage.bot.drain())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    status, said = await asked.get("readyz")
    assert (status, said.splitlines()[0]) == (503, "stopping")
    assert (await asked.get("healthz"))[0] == 200
    go.set()
    await ending


async def test_a_port_that_is_taken_ends_the_bot(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        stage.settings = stage.settings.model_copy(update={"metrics": type(stage.settings.metrics)(listen=listen)})
        with pytest.raises(CannotListen, match=r"^[^\[].* in use"):  # in words, without an error number
            await stage.start()


async def test_the_doctor_asks_the_bot_that_can_be_asked(
    asked: Asked, stage: Stage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that Docker and people get the same answer to whether it is alive."""
    listen = asked.url.removeprefix("http://")
    monkeypatch.setenv("ADEPTS_METRICS__LISTEN", listen)
    capsys.readouterr()
    assert await asyncio.to_thread(run, ["doctor", "--alive"]) == 0
    assert capsys.readouterr().out == f"{listen}: alive\n"
    assert await asyncio.to_thread(run, ["doctor"]) == 0
    assert capsys.readouterr().out.splitlines()[-3:] == [f"{listen}: {line}" for line in READY.splitlines()]
    stage.bot.connected.clear()
    assert await asyncio.to_thread(run, ["doctor"]) == 1
    assert f"{listen}: shards: 0 of 2 connected (away: 0, 1)" in capsys.readouterr().out
    await stage.stop()
    assert await asyncio.to_thread(run, ["doctor", "--alive"]) == 1
    assert capsys.readouterr().out == f"{listen}: no answer: Connection refused\n"
    Path("config.toml").write_text("[", encoding="utf-8")  # an unreadable configuration changes nothing
    assert await asyncio.to_thread(run, ["doctor", "--alive"]) == 1


async def test_the_doctor_knows_the_bot_of_another_database(
    asked: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both are configured to listen at the same address: the second one cannot start."""
    listen, other = asked.url.removeprefix("http://"), tmp_path / "other.sqlite3"
    async with await Storage.open(other):
        pass
    monkeypatch.setenv("ADEPTS_METRICS__LISTEN", listen)
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", str(other))
    assert await asyncio.to_thread(run, ["doctor"]) == 1
    said = f"{listen}: the bot that answers there works with another database: this one's could not listen there"
    assert said in capsys.readouterr().out


async def test_another_program_at_the_port_is_not_taken_for_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def anything(_: web.Request) -> web.Response:
        return web.Response(text="ready")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "a-token")
    app = web.Application()
    app.router.add_get("/{path:.*}", anything)
    async with test_utils.TestServer(app) as server:
        listen = f"127.0.0.1:{server.port}"
        monkeypatch.setenv("ADEPTS_METRICS__LISTEN", listen)
        for asked in (["doctor", "--alive"], ["doctor"]):
            assert await asyncio.to_thread(run, asked) == 1
            assert f"{listen}: another program answers there" in capsys.readouterr().out


async def test_another_program_that_serves_no_pages_is_not_taken_for_the_bot_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH_9.9\r\n")
        writer.close()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "a-token")
    async with await asyncio.start_server(greet, "127.0.0.1") as server:
        listen = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        monkeypatch.setenv("ADEPTS_METRICS__LISTEN", listen)
        monkeypatch.setenv("ADEPTS_DISCORD__API_URL", f"http://{listen}")
        assert await asyncio.to_thread(run, ["doctor", "--online"]) == 1
    said = capsys.readouterr().out
    assert f"{listen}: another program answers there" in said
    assert "Discord: what it answers cannot be read" in said


@pytest.mark.parametrize("listen", ["127.0.0.1:{}", "nosuch.invalid:9100"])
async def test_the_doctor_finds_that_the_bot_could_not_listen(
    listen: str, stage: Stage, asked: Asked, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cli.asking._WITHIN", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as taken:  # which does not answer
        listen = listen.format(taken.getsockname()[1])
        monkeypatch.setenv("ADEPTS_METRICS__LISTEN", listen)
        assert await asyncio.to_thread(run, ["doctor"]) == 1
    assert f"{listen}: the bot could not listen there: " in capsys.readouterr().out
    monkeypatch.setenv("ADEPTS_METRICS__LISTEN", "127.0.0.1:0")
    assert await asyncio.to_thread(run, ["doctor"]) == 0


@pytest.mark.parametrize("text", ["127.0.0.1:9100", "[::1]:65535", "localhost:0"])
def test_addresses_are_read_as_they_are_written(text: str) -> None:
    assert str(Address.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "9100",
        ":9100",
        "::1:9100",
        "host:65536",
        "host:-1",
        "a b:1",
        "[]:1",
        "host:",
        "h:1x",
        "h:000080",
        "h:٨٠",
        "h\a:1",
        "games..example:1",
        f"{'x' * 64}:1",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an address such as"):
        Address.parse(text)
