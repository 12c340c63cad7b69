"""Pictures are drawn in a process of their own, on which nothing else depends."""

from __future__ import annotations

import asyncio
import errno
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from concurrent.futures import process
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.pictures.studio import Studio
from game.adepts import Game, pictures
from tests.newborn import signalled_at_birth

NAMES = {"P1": "Ann", "P2": "Bob"}


def view() -> dict[str, Any]:
    return Game.new(2, seed="studio").view(None)


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    made = Studio(rest=0.0)
    yield made
    await made.close()


async def test_a_picture_is_the_same_as_here_but_drawn_elsewhere(studio: Studio) -> None:
    assert await studio.draw(pictures.board, view(), NAMES) == pictures.board(view(), NAMES)
    assert await studio.draw(os.getpid) != os.getpid()


async def test_whoever_asks_while_it_rehearses_waits_for_one_sample_at_most(studio: Studio) -> None:
    studio.begin()
    rehearsing = asyncio.create_task(studio.rehearse())
    await asyncio.sleep(0)
    begun = {child.pid for child in multiprocessing.active_children()}
    assert await studio.draw(os.getpid) in begun
    assert not rehearsing.done()
    await rehearsing
    again = asyncio.create_task(studio.rehearse())
    await asyncio.sleep(0)
    assert again.done()


async def test_a_drawing_that_fails_is_none_and_logged(studio: Studio, caplog: pytest.LogCaptureFixture) -> None:
    assert await studio.draw(pictures.spell_card, "99Z") is None
    assert "a picture was not drawn" in caplog.text
    assert await studio.draw(pictures.spell_card, "1A") is not None


async def test_the_process_is_started_anew_when_it_has_died(studio: Studio) -> None:
    first = await studio.draw(os.getpid)
    assert first
    os.kill(first, signal.SIGKILL)
    assert await studio.draw(os.getpid) is None
    second = await studio.draw(os.getpid)
    assert second
    assert second != first


async def test_a_process_that_dies_again_and_again_is_given_a_rest() -> None:
    """Meanwhile nothing is drawn, and nobody waits for it."""
    studio = Studio(rest=3600.0)
    pid = await studio.draw(os.getpid)
    assert pid
    os.kill(pid, signal.SIGKILL)
    assert [await studio.draw(os.getpid) for _ in range(3)] == [None] * 3
    await studio.close()


@pytest.fixture(params=["process", "thread"])
def refused(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let starting a process or thread fail as beyond RLIMIT_NPROC; return the system's message."""
    if request.param == "process":

        def no_process(*_: object) -> int:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

        monkeypatch.setattr("multiprocessing.util.spawnv_passfds", no_process)
        return os.strerror(errno.EAGAIN)

    def no_thread(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("concurrent.futures.process._ExecutorManagerThread.start", no_thread)
    return "can't start new thread"


async def test_where_no_process_may_be_started_that_is_said_and_words_do(
    refused: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = set(multiprocessing.active_children())
    studio = Studio(rest=0.0)
    studio.begin()
    assert f"the process that draws cannot be started: {refused}; are so many processes allowed" in caplog.text
    assert await asyncio.wait_for(studio.draw(os.getpid), 60) is None
    monkeypatch.undo()
    assert await studio.draw(os.getpid)
    await studio.close()
    assert set(multiprocessing.active_children()) <= before


@pytest.mark.parametrize(("what", "which"), [("ProcessPoolExecutor.submit", 5), ("_ExecutorManagerThread.start", 1)])
async def test_all_who_wait_hear_that_the_process_is_given_up_over_one_of_them(
    what: str, which: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of them counts as cancelled, and none waits for ever."""
    owner, name = what.split(".")
    does, calls = getattr(getattr(process, owner), name), count(1)

    def refused(*given: Any) -> Any:
        if next(calls) == which:
            raise RuntimeError("not now")
        return does(*given)

    monkeypatch.setattr(f"concurrent.futures.process.{what}", refused)
    studio = Studio(rest=0.0)
    waiting = [asyncio.create_task(studio.draw(os.getpid)) for _ in range(5)]
    _, late = await asyncio.wait(waiting, timeout=30.0)
    assert not late
    assert [task.cancelled() or task.result() for task in waiting] == [None] * 5
    assert await studio.draw(os.getpid)
    await studio.close()


async def test_who_does_not_wait_any_more_is_no_picture_the_less(studio: Studio) -> None:
    """A cancelled request does not mean that the process has died."""
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.0):
            await studio.draw(os.getpid)
    assert await studio.draw(os.getpid)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_the_signals_that_end_a_service_or_a_terminal_s_program_are_left_to_the_bot(
    studio: Studio, number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while it is starting."""
    signalled_at_birth(number, tmp_path, monkeypatch)
    pid = await studio.draw(os.getpid)
    assert pid
    os.kill(pid, number)
    assert await studio.draw(os.getpid) == pid


async def test_it_ends_with_the_studio_which_then_draws_nothing(studio: Studio) -> None:
    pid = await studio.draw(os.getpid)
    assert pid
    await studio.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert await studio.draw(os.getpid) is None


_KILLED = """
import asyncio, os, signal
from bot.pictures.studio import Studio

async def main():
    print(await Studio().draw(os.getpid), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def test_it_does_not_outlive_a_bot_that_is_killed() -> None:
    """After a SIGKILL nothing can be cleaned up, so the drawing process ends itself when the bot is gone."""
    done = subprocess.run([sys.executable, "-c", _KILLED], capture_output=True, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    assert int(done.stdout)
