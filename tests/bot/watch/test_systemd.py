"""What systemd is told, on a datagram socket as it uses."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.watch.health import WAITING
from bot.watch.systemd import Notifier
from tests.bot.core.conftest import Stage

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd is for Linux")

ABSTRACT = pytest.param("@", marks=pytest.mark.skipif(sys.platform != "linux", reason="a socket without a file"))


@pytest.fixture(params=["", ABSTRACT])
def heard(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket that systemd listens to, as a file or in the abstract namespace."""
    name = f"{request.param}{tmp_path}/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as made:
        made.bind(name.replace("@", "\0", 1) if request.param else name)
        made.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        yield made


async def next_of(heard: socket.socket, wanted: str) -> list[str]:
    """Return the lines of the next message that has this one."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(30):
        while True:
            lines = (await loop.sock_recv(heard, 4096)).decode().splitlines()
            if wanted in lines:
                return lines


def pending(heard: socket.socket) -> list[bytes]:
    found = []
    try:
        while True:
            found.append(heard.recv(4096))
    except BlockingIOError:
        return found


async def test_it_hears_of_readiness_of_life_and_of_the_end(
    stage: Stage, heard: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "60000")
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    stage.pg.gateway.refused = {1}
    starting = asyncio.create_task(stage.start(whole=False))
    # A shard that cannot connect must not delay READY=1: systemd would end the bot for that.
    assert await next_of(heard, "READY=1") == ["READY=1", "STATUS=1 of 2 shards connected"]
    await starting
    stage.pg.gateway.refused = set()
    await next_of(heard, "STATUS=2 of 2 shards connected")
    await next_of(heard, "WATCHDOG=1")
    pending(heard)
    time.sleep(0.2)  # the event loop is blocked, so no watchdog message
    assert pending(heard) == []
    await next_of(heard, "WATCHDOG=1")
    assert {*pending(heard)} <= {b"WATCHDOG=1"}  # an unchanged status is not repeated
    monkeypatch.setattr(stage.bot, "connected", set())
    await next_of(heard, "STATUS=0 of 2 shards connected")
    await stage.stop()
    said = b"\n".join(pending(heard)).decode().splitlines()
    assert "STOPPING=1" in said
    assert not pending(heard)


async def test_it_hears_of_a_spare_for_as_long_as_that_waits(
    stage: Stage, heard: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "60000")
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    await stage.start()
    pending(heard)  # read what fills the socket
    stage.bot.watch.waits()
    assert await next_of(heard, f"STATUS={WAITING}") == ["READY=1", f"STATUS={WAITING}"]
    pending(heard)
    for _ in range(3):
        assert await next_of(heard, "WATCHDOG=1") == ["WATCHDOG=1"]
    stage.bot.watch.takes_over()
    await next_of(heard, "STATUS=2 of 2 shards connected")


@pytest.mark.parametrize(
    ("usec", "pid", "seconds"),
    [("3000000", "", 3.0), ("3000000", "1", None), ("", "", None), ("0", "", None), ("soon", "", None)],
)
def test_it_waits_for_this_process_or_for_none(
    usec: str, pid: str, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"NOTIFY_SOCKET": "/none", "WATCHDOG_USEC": usec, "WATCHDOG_PID": pid}.items():
        monkeypatch.setenv(name, value)
    notifier = Notifier()
    assert notifier.watchdog == seconds
    notifier.say("READY=1")  # nobody listens, and nothing fails


def test_without_systemd_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.setenv("WATCHDOG_USEC", "3000000")
    monkeypatch.setattr("socket.socket", None)
    notifier = Notifier()
    notifier.say("READY=1")
    assert notifier.watchdog is None


def test_a_systemd_that_does_not_listen_holds_nothing_up(heard: socket.socket) -> None:
    """Its socket buffers a few messages, which nobody reads."""
    notifier = Notifier()
    for _ in range(600):
        notifier.say("WATCHDOG=1")
    assert pending(heard)
