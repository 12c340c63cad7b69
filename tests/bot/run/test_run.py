"""`adepts run` as a process: what prevents its start, and how it ends."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sqlite3
import sys
import threading
from collections.abc import Collection, Coroutine, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from aiohttp import test_utils, web

from bot.commands.tree import synchronise
from bot.config import load
from bot.pictures.studio import Studio
from cli.child import BotProcess
from cli.configuration import read_settings
from cli.demo.stage import Stage, open_table
from cli.main import run
from cli.run import serve
from playground import Playground
from storage import LeaseLost, Storage, fate

ROOT = Path(__file__).parents[3]
TOKEN = "playground-token"
_ENDS_WITHIN = 120.0
"""Seconds after which a bot that cannot start counts as hanging: less than a test may take."""


async def ended(pg: Playground, database: Path, changed: Mapping[str, str]) -> tuple[int, str]:
    """Run a bot that cannot start; return its exit status and standard error. One that hangs is made to say where."""
    environment = BotProcess(pg, database=database).environment
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-X", "faulthandler", "-m", "cli.main", "run"),
        cwd=ROOT,
        env={**environment, **changed},
        stderr=asyncio.subprocess.PIPE,
    )
    overdue = asyncio.get_running_loop().call_later(_ENDS_WITHIN, process.send_signal, signal.SIGABRT)
    _, said = await process.communicate()
    overdue.cancel()
    assert process.returncode is not None
    return process.returncode, said.decode()


def one_line(said: str) -> str:
    """Return the last line, which is for the user; the log may come before it."""
    lines = said.splitlines()
    assert lines[-1].startswith("adepts: "), said
    assert "Traceback" not in said
    assert TOKEN not in said
    return lines[-1]


async def test_a_refused_token_is_one_line(directory: Path) -> None:
    async with Playground() as pg:
        status, said = await ended(pg, directory / "games.db", {"ADEPTS_DISCORD__TOKEN": "another-token"})
    assert status == 2
    assert "Discord refused the token" in one_line(said)
    assert "another-token" not in said


async def test_a_missing_token_is_one_line(directory: Path) -> None:
    async with Playground() as pg:
        status, said = await ended(pg, directory / "games.db", {"ADEPTS_DISCORD__TOKEN": ""})
    assert status == 2
    assert (
        one_line(said)
        == said.strip()
        == "adepts: environment variable ADEPTS_DISCORD__TOKEN: no token has been filled in:"
        " copy it from the Developer Portal (Bot > Reset Token)"
    )


async def test_discord_out_of_reach_is_one_line(directory: Path) -> None:
    async with Playground() as pg:
        nobody = {"ADEPTS_DISCORD__API_URL": "http://127.0.0.1:1/api/v10"}
        status, said = await ended(pg, directory / "games.db", nobody)
    assert status == 2
    assert "Discord cannot be reached" in one_line(said)


async def test_an_address_without_discords_api_is_one_line(directory: Path) -> None:
    async with Playground() as pg:
        status, said = await ended(pg, directory / "games.db", {"ADEPTS_DISCORD__API_URL": pg.url})
    assert status == 2
    assert one_line(said) == "adepts: Discord answers with status 404: is discord.api_url right?"


@pytest.mark.parametrize(
    ("status", "content_type", "text", "told"),
    [
        (
            200,
            "text/html",
            "<html>Log in to this network</html>",
            "what Discord answers cannot be read: is discord.api_url",
        ),
        (200, "application/json", "{}", "what Discord answers cannot be read: is discord.api_url right?"),
        (200, "application/json", "no JSON", "what Discord answers cannot be read: is discord.api_url right?"),
        (403, "text/html", "<html>No</html>", "Discord, or a proxy in between, answers with status 403 and a page"),
        (
            429,
            "text/plain",
            "error code: 1015",
            "Discord refused the bot: 429 Too Many Requests (error code: 0): error",
        ),
    ],
)
async def test_what_a_proxy_answers_in_discords_place_is_one_line(
    directory: Path, status: int, content_type: str, text: str, told: str
) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status, content_type=content_type, text=text)

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    async with Playground() as pg, test_utils.TestServer(app) as server:
        changed = {"ADEPTS_DISCORD__API_URL": str(server.make_url("/api"))}
        ended_with, said = await ended(pg, directory / "games.db", changed)
    assert ended_with == 2
    assert one_line(said).startswith(f"adepts: {told}")
    assert "<html>" not in one_line(said)


async def test_too_few_shards_are_one_line(directory: Path) -> None:
    async with Playground() as pg:
        pg.guild()
        pg.gateway.guilds_a_shard = 0
        status, said = await ended(pg, directory / "games.db", {})
    assert status == 2
    assert "the bot is in too many servers for so few shards" in one_line(said)


async def test_a_database_that_cannot_be_opened_is_one_line(directory: Path) -> None:
    async with Playground() as pg:
        status, said = await ended(pg, directory / "no" / "such" / "games.db", {})
    assert status == 2
    assert "cannot open the database" in one_line(said)


async def test_a_newer_database_is_refused_untouched(directory: Path) -> None:
    database = directory / "games.db"
    async with await Storage.open(database):
        pass
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    async with Playground() as pg:
        status, said = await ended(pg, database, {})
    assert status == 2
    assert "use a newer program" in one_line(said)


async def test_a_file_whose_games_were_moved_is_left_alone(directory: Path) -> None:
    database = directory / "games.db"
    async with await Storage.open(database):
        pass
    with closing(sqlite3.connect(database)) as raw:
        fate.write(raw, fate.MOVED, "postgresql://elsewhere/adepts")
        raw.commit()
    async with Playground() as pg:
        status, said = await ended(pg, database, {})
    assert status == 2
    assert "games.db: its games were moved to postgresql://elsewhere/adepts at " in one_line(said)
    assert "`adepts migrate --undo` lets this file count again" in said


async def test_a_second_bot_says_so_and_stops(directory: Path) -> None:
    async with Playground() as pg, await Storage.open(directory / "games.db") as store:
        await store.lease.acquire()
        status, said = await ended(pg, directory / "games.db", {})
    assert status == 2
    assert "another bot works with this database" in one_line(said)


async def test_a_signal_drains(directory: Path) -> None:
    """The bot ends with status 0 and releases its lease, so the next one continues at once."""
    async with Stage(directory) as stage:
        ann, bob = await stage.pg.person("ann"), await stage.pg.person("bob")
        await open_table([ann, bob], look="words")
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            assert stage.bot is not None
            answer = await ann.command("games", "adepts score")
            assert not answer.failed
            stage.bot.signal(number)
            assert await stage.bot.wait() == 0, number
            assert "event=stopped" in stage.bot.lines[-1]
            async with await Storage.open(stage.database) as store:
                await store.lease.acquire()
                await store.lease.release()
            if number != signal.SIGHUP:
                await stage.start()
        stage.bot = None


@pytest.mark.parametrize(("span", "told"), [("0-3/8", True), ("0-7/8", False)])
def test_shards_that_nobody_else_can_run_are_told_of(
    span: str, told: bool, directory: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "a-token")
    monkeypatch.setattr("cli.configuration.logs.set_up", lambda *_, **__: None)
    monkeypatch.setattr("cli.run.run_async", lambda work: work.close())
    assert run(["run", "--shards", span]) == 0
    assert ("nobody else can run the other shards" in caplog.text) == told


def test_the_log_knows_all_that_it_must_not_show(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = set[str]()
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "a-token")
    monkeypatch.setenv("ADEPTS_STORAGE__URL", "postgresql://bot:hidden%2Dword@host/games")
    monkeypatch.setattr("cli.configuration.logs.set_up", lambda *_, secrets: hidden.update(secrets))
    read_settings(None, "a-seed")
    assert {"a-token", "a-seed", "hidden%2Dword", "hidden-word"} <= hidden


async def test_a_signal_before_the_bot_is_connected_ends_it(directory: Path) -> None:
    async with Playground() as pg:
        held = pg.faults.add("withhold", "GET /users/@me")
        bot = BotProcess(pg, database=directory / "games.db")
        await bot.start()
        await held.wait_hit(within=30.0)
        bot.signal(signal.SIGTERM)
        assert await bot.wait() == 0


async def test_a_signal_in_the_middle_of_its_start_is_nothing_that_fails(
    directory: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The remaining steps of the start are not tried on what is closed by then."""

    async def just_then(tree: Any, *args: Any) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        async with asyncio.timeout(10):
            while not tree.client.is_closed():  # noqa: ASYNC110  # nothing says when
                await asyncio.sleep(0.01)
        await synchronise(tree, *args)

    async def slowly(studio: Studio) -> None:
        await asyncio.sleep(0.5)
        await close(studio)

    close = Studio.close
    monkeypatch.setattr(Studio, "close", slowly)
    monkeypatch.setattr("bot.client.synchronise", just_then)
    async with Playground() as pg:
        _configured(pg, monkeypatch)
        await asyncio.wait_for(serve(load()), 30)
    assert not [record for record in caplog.records if record.levelno > logging.INFO]
    async with await Storage.open(directory / "games.db") as store:
        await store.lease.acquire()


async def test_what_cannot_be_ended_keeps_nothing_else_open(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next bot need not wait for the lease, and the process can end."""

    async def refuse(studio: Studio) -> None:
        await close(studio)
        raise RuntimeError("can't start new thread")

    close, before = Studio.close, set(threading.enumerate())
    monkeypatch.setattr(Studio, "close", refuse)
    async with Playground() as pg:
        _configured(pg, monkeypatch)
        running = asyncio.create_task(serve(load()))
        await asyncio.wait_for(pg.gateway.wait_connected(), 30)
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(RuntimeError, match="new thread"):
            await asyncio.wait_for(running, 30)
    assert not _databases_open_since(before)
    async with await Storage.open(directory / "games.db") as store:
        await store.lease.acquire()


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (BrokenPipeError(32, "Broken pipe"), "this machine refuses what the bot needs: [Errno 32] Broken pipe"),
        (TimeoutError(), "Discord cannot be reached: it does not answer"),
    ],
)
def test_what_the_machine_refuses_the_bot_is_not_taken_for_a_reader_that_went_away(
    problem: OSError, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(work: Coroutine[Any, Any, None]) -> None:
        work.close()
        raise problem

    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "a-token")
    monkeypatch.setattr("cli.configuration.logs.set_up", lambda *_, **__: None)
    monkeypatch.setattr("cli.run.run_async", refuse)
    assert run(["run"]) == 2
    assert capsys.readouterr().err == f"adepts: {said}\n"


async def test_the_bot_comes_up_where_it_may_start_no_process(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> int:
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr("multiprocessing.util.spawnv_passfds", refuse)
    async with Playground() as pg:
        _configured(pg, monkeypatch)
        running = asyncio.create_task(serve(load()))
        await asyncio.wait_for(pg.gateway.wait_connected(), 30)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(running, 30)
    assert "the process that draws cannot be started: Broken pipe" in caplog.text


async def test_it_dies_with_its_parent_and_the_token_is_in_no_log_line(directory: Path) -> None:
    """Its standard input ends when the parent does, however that ended."""
    async with Stage(directory, level="debug") as stage:
        ann, bob = await stage.pg.person("ann"), await stage.pg.person("bob")
        await open_table([ann, bob], look="words")
        assert await stage.stop() == 0
        assert stage.log[-1].endswith("event=stopped")
        assert not any(stage.pg.token in line for line in stage.log)
        assert all(line.startswith("at=") for line in stage.log)


async def test_a_lost_lease_ends_the_bot(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops at once, says why, and leaves no thread behind that would keep the process alive."""
    monkeypatch.setattr("bot.processes.lease._LEASE_EVERY", 0.05)
    before = set(threading.enumerate())
    async with Playground() as pg:
        _configured(pg, monkeypatch)
        running = asyncio.create_task(serve(load()))
        await pg.gateway.wait_connected()
        with sqlite3.connect("games.db") as connection:
            connection.execute("UPDATE lease SET holder = 'another'")
        connection.close()
        with pytest.raises(LeaseLost):
            await running
    assert not _databases_open_since(before)


def _databases_open_since(before: Collection[threading.Thread]) -> bool:
    """Return whether a thread of a database has come up since, and does not end."""
    workers = [thread for thread in threading.enumerate() if "_connection_worker" in thread.name]
    added = [thread for thread in workers if thread not in before]
    for thread in added:
        thread.join(10)  # it ends once closed
    return any(thread.is_alive() for thread in added)


def _configured(pg: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
    """Configure a bot in this process."""
    monkeypatch.setattr("discord.http.Route.BASE", "")
    monkeypatch.setattr("discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY", "")
    for name, value in {
        "ADEPTS_DISCORD__TOKEN": pg.token,
        "ADEPTS_DISCORD__API_URL": pg.api_url,
        "ADEPTS_DISCORD__GATEWAY_URL": pg.gateway_url,
        "ADEPTS_STORAGE__PATH": "games.db",
    }.items():
        monkeypatch.setenv(name, value)
