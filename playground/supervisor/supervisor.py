"""Supervises one program, the bot: starts it, asks it to stop, kills it, and reports its state."""

from __future__ import annotations

import asyncio
import contextlib
from enum import StrEnum

from playground.supervisor.process import Process, ProcessFailed
from playground.traffic.log import Log
from playground.world.clock import Clock
from playground.world.models import Json

_SHOWN = 200
_STOPS_WITHIN = 15.0


class Phase(StrEnum):
    """The state of the program. `starting`: it runs, but has not connected to the gateway yet."""

    STARTING = "starting"
    RUNNING = "running"
    STOPPED = "stopped"
    CRASHED = "crashed"


class CannotControl(Exception):
    """The program's state does not allow this; the text says why."""


class Supervisor:
    """Supervises the program, but never restarts it by itself. Changes of its state are logged."""

    def __init__(self, process: Process, clock: Clock, log: Log) -> None:
        self.process = process
        self.phase = Phase.STOPPED
        self._clock = clock
        self._log = log
        self._since = clock.time()
        self._asked = False
        self._acting = asyncio.Lock()
        self._changed = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None

    def to_dict(self) -> Json:
        ran = self._watching is not None
        return {
            "state": str(self.phase),
            "pid": self.process.pid if self.process.running else None,
            "since": self._since,
            "status": self.process.status if ran else None,
            "log": list(self.process.lines)[-_SHOWN:],
        }

    def connected(self, online: bool) -> None:
        """Note that the bot has connected to the gateway, or is gone from it."""
        if online and self.phase is Phase.STARTING:
            self._set(Phase.RUNNING)

    async def ready(self) -> None:
        """Wait until the bot that was started has connected to the gateway. Raises ProcessFailed if it ends before."""
        while self.phase is Phase.STARTING:
            self._changed.clear()
            await self._changed.wait()
        if self.phase is not Phase.RUNNING:
            raise ProcessFailed("\n".join(list(self.process.lines)[-5:]))

    async def start(self) -> None:
        """Start the program. Raises CannotControl if it is running already."""
        async with self._acting:
            await self._start()

    async def stop(self) -> None:
        """Ask the program to end gently, and wait; after 15 seconds it is killed. Raises CannotControl if it is not
        running."""
        async with self._acting:
            await self._stop()

    async def restart(self) -> None:
        """Stop the program if it is running, then start it."""
        async with self._acting:
            if self.process.running:
                await self._stop()
            await self._start()

    async def kill(self) -> None:
        """Kill the program as `kill -9` does, also while it is stopping. Raises CannotControl if it is not running."""
        self._need_running()
        await self.process.kill()
        await self._ended()

    async def close(self) -> None:
        """Stop the program, if it is running, for good."""
        with contextlib.suppress(CannotControl):
            await self.stop()

    async def _start(self) -> None:
        if self.process.running:
            raise CannotControl("it is running already")
        await self._ended()
        await self.process.start()
        self._asked = False
        self._set(Phase.STARTING)
        self._watching = asyncio.create_task(self._watch())

    async def _stop(self) -> None:
        self._need_running()
        self._asked = True
        try:
            async with asyncio.timeout(_STOPS_WITHIN):
                await self.process.stop()
        except TimeoutError:
            await self.process.kill()
        await self._ended()

    def _need_running(self) -> None:
        if not self.process.running:
            raise CannotControl("it is not running")

    async def _ended(self) -> None:
        """Wait until its end has been noticed and logged, too."""
        if self._watching is not None:
            await asyncio.shield(self._watching)

    async def _watch(self) -> None:
        status = await self.process.wait()
        gently = status == 0 or self._asked
        self._set(Phase.STOPPED if gently else Phase.CRASHED, status)

    def _set(self, phase: Phase, status: int | None = None) -> None:
        self.phase, self._since = phase, self._clock.time()
        self._changed.set()
        self._log.add("bot", str(phase), None if status is None else {"status": status})
