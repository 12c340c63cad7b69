"""`adepts playground` as a process: where it listens, how it ends, and that games continue after it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.components.ids import Verb
from cli.demo.player import controls
from cli.demo.stage import press
from cli.playground import DATABASE, PORT
from playground import Person
from tests.cli.conftest import Adepts, refused

ROOT = Path(__file__).parents[2]
WITHIN = 60.0
TABLE = "table-one"


@dataclass
class Running:
    """The running command; `url` is what it printed."""

    process: asyncio.subprocess.Process
    url: str

    async def get(self, path: str) -> Any:
        async with aiohttp.ClientSession() as session, session.get(f"{self.url}/playground/{path}") as answer:
            return await answer.json()

    async def shows(self, path: str, **wanted: object) -> None:
        """Wait until the state at this path has these values."""
        await eventually(lambda: self.get(path), lambda shown: wanted.items() <= shown.items())

    async def post(self, path: str) -> Any:
        async with aiohttp.ClientSession() as session, session.post(f"{self.url}/playground/{path}") as answer:
            return await answer.json()

    @contextlib.asynccontextmanager
    async def ann(self) -> AsyncIterator[Person]:
        """Connect as Ann."""
        users = (await self.get("state"))["users"]
        ann = await Person.remote(self.url, next(int(user["id"]) for user in users if user["username"] == "Ann"))
        ann.timeout = WITHIN
        try:
            yield ann
        finally:
            await ann.close()

    async def end(self, number: int) -> int:
        self.process.send_signal(number)
        async with asyncio.timeout(WITHIN):
            return await self.process.wait()


async def spawn(*words: object, **environment: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cli.main", "playground", "--no-prepare", *map(str, words)),
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


@contextlib.asynccontextmanager
async def running(*words: object, **environment: str) -> AsyncIterator[Running]:
    process = await spawn(*words, **environment)
    assert process.stdout is not None
    try:
        async with asyncio.timeout(WITHIN):
            line = (await process.stdout.readline()).decode()
        said = re.fullmatch(r"Adepts is at (http://127\.0\.0\.1:\d+) .*\n", line)
        assert said, line + (await _rest(process))
        yield Running(process, said[1])
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def _rest(process: asyncio.subprocess.Process) -> str:
    _, error = await process.communicate()
    return error.decode()


async def eventually(look: Callable[[], Awaitable[Any]], good: Callable[[Any], bool]) -> None:
    """Look again and again until `good`, and return what was seen."""
    seen = None
    for _ in range(600):
        if good(seen := await look()):
            return
        await asyncio.sleep(WITHIN / 600)
    pytest.fail(f"it stays at {seen}")


async def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path(f"/proc/{pid}/stat").exists() or ") Z " not in Path(f"/proc/{pid}/stat").read_text()


async def begin_game(person: Person) -> None:
    """Start a table with two computer players, and open its first private panel."""
    await person.command(TABLE, "adepts new", computers=2)
    await press(person, Verb.START, TABLE)
    await my_move(person)


async def my_move(person: Person) -> str:
    """Return the text of the panel behind the board's button, once it is this person's move."""
    await person.wait_for(
        lambda: next((m for m in reversed(person.messages(TABLE)) if controls(m, Verb.TEXT) and not m.ephemeral), None)
    )
    answer = await press(person, Verb.TURN, TABLE)
    assert not answer.failed
    return answer.message.text


@pytest.mark.timeout(600)  # starts it four times, and the bot once more
async def test_a_game_goes_on_whatever_ended_the_playground_or_the_bot(tmp_path: Path) -> None:
    """By its old buttons; and the bot copes with a lost world of the playground."""
    async with running("--port", 0, "--data", tmp_path) as playground:
        async with playground.ann() as ann:
            assert set(ann.channels()) == {"table-one", "table-two", "lobby"}
            await begin_game(ann)
            await ann.say(TABLE, "see you tomorrow")
            public = [m.id for m in ann.messages(TABLE) if not m.ephemeral]
        bot = (await playground.get("bot"))["pid"]
        assert await playground.end(signal.SIGINT) == 0  # after draining the bot
        assert not await alive(bot)
    async with running("--port", 0, "--data", tmp_path) as playground, playground.ann() as ann:
        assert [m.id for m in ann.messages(TABLE)][: len(public)] == public
        assert await ann.commands(TABLE)
        assert "Turn 1" in await my_move(ann)
        await a_bot_that_is_killed_is_started_again_by_hand(playground, ann)
        bot = (await playground.get("bot"))["pid"]
        await playground.end(signal.SIGKILL)
        await eventually(lambda: alive(bot), lambda there: not there)
        assert "the bot has ended with status -9" in await _rest(playground.process)
    async with running("--port", 0, "--data", tmp_path) as playground:
        async with playground.ann() as ann:
            assert "Turn 1" in await my_move(ann)
        assert await playground.end(signal.SIGTERM) == 0
    (tmp_path / "world.sqlite3").write_bytes(b"no database" * 100)
    async with running("--port", 0, "--data", tmp_path) as playground:
        async with playground.ann() as ann:
            assert ann.messages(TABLE) == []
            await begin_game(ann)
        assert (await playground.get("bot"))["state"] == "running"
        assert await playground.end(signal.SIGTERM) == 0
        said = await _rest(playground.process)
    assert said.startswith("adepts: ")
    assert "cannot be read; it is now" in said.splitlines()[0]


async def a_bot_that_is_killed_is_started_again_by_hand(playground: Running, ann: Person) -> None:
    """Meanwhile it is offline, and a click fails as in Discord; afterwards the same buttons work."""
    board = next(m for m in reversed(ann.messages(TABLE)) if controls(m, Verb.TEXT) and not m.ephemeral)
    killed = await playground.post("bot/kill")
    assert (killed["state"], killed["status"]) == ("crashed", -9)
    await playground.shows("state", connected=False)
    assert (await ann.click(board, controls(board, Verb.TURN)[0].custom_id or "")).failed
    assert (await playground.post("bot/start"))["state"] == "starting"
    await playground.shows("bot", state="running")
    assert "Turn 1" in await my_move(ann)


async def test_a_signal_before_the_bot_is_there_ends_it_quietly(tmp_path: Path) -> None:
    process = await spawn("--port", 0, "--data", tmp_path, "--no-open")
    await eventually(lambda: exists(tmp_path / DATABASE), bool)
    process.terminate()
    assert await _rest(process) == ""
    assert process.returncode == 0


async def test_what_it_says_and_does_at_its_start(tmp_path: Path) -> None:
    """It takes the next port if none is named, opens the browser if asked, refuses a second process with the same data,
    and warns that all tables share the seed: the sheet of a finished game reveals it while others go on."""
    opened, browser, data = tmp_path / "opened", tmp_path / "browser", tmp_path / "data"
    browser.write_text(f"#!/bin/sh\necho $1 > {opened}.part && mv {opened}.part {opened}\n")
    browser.chmod(0o755)
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # in use already: just as well
            stack.enter_context(socket.create_server(("127.0.0.1", PORT)))
        async with running("--data", data, "--seed", "one", "--open", BROWSER=str(browser)) as playground:
            assert PORT < int(playground.url.rpartition(":")[2]) < PORT + 20
            await eventually(lambda: exists(opened), bool)
            assert opened.read_text().strip() == playground.url
            second = await spawn("--port", 0, "--data", data)
            assert "another playground is using" in await _rest(second)
            assert second.returncode == 2
            assert await playground.end(signal.SIGINT) == 0
            said = await _rest(playground.process)
    assert f"port {PORT} is taken" in said
    assert "every table and every rematch deals by this one seed" in said


def test_a_port_that_is_taken_is_said_when_named(adepts: Adepts, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused(adepts("playground", "--port", port, "--data", tmp_path), f"port {port} is taken", "--port")


def test_that_others_can_reach_it_and_that_the_bot_does_not_start_is_said(adepts: Adepts, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / DATABASE) as db:
        db.execute("PRAGMA user_version = 999")
    db.close()
    status, out, err = adepts("playground", "--host", "0.0.0.0", "--port", 0, "--data", tmp_path)
    assert (status, out) == (2, "")
    warned, said = err.splitlines()
    assert warned.startswith("adepts: whoever can reach 0.0.0.0 can play as anybody here, and stop the bot; ")
    assert said.startswith("adepts: the bot does not start: cannot open the database ")


async def exists(path: Path) -> bool:
    return path.exists()


def test_an_address_that_is_not_here_is_refused(adepts: Adepts, tmp_path: Path) -> None:
    refused(adepts("playground", "--host", "256.1.1.1", "--data", tmp_path), "256.1.1.1")


def test_data_that_is_no_directory_is_refused(adepts: Adepts, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused(adepts("playground", "--data", tmp_path / "file"), "not a directory")
