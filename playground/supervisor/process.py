"""A program as a child process that ends with this one: it stops when its standard input ends."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

_KEPT = 400


class ProcessFailed(Exception):
    """The program did not start, or ended unasked; the text is its last output."""


class Process:
    """A command line that is run, perhaps several times, in `directory` with `environment`, inheriting nothing else
    from us.

    The program must end gently when its standard input ends. This is how it is asked to stop, and how it notices that
    this process has died, whatever the cause. Use as `async with Process(...)`, or `start` and `stop`. `lines` holds
    the last lines of its standard error, over all its runs.
    """

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str], directory: Path) -> None:
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.lines: deque[str] = deque(maxlen=_KEPT)
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        return self._started.pid

    @property
    def status(self) -> int | None:
        """The exit status; negative for the signal that ended the process, None while it runs."""
        return self._started.returncode

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def _started(self) -> asyncio.subprocess.Process:
        assert self._process is not None, "not started"
        return self._process

    async def start(self) -> None:
        """Start the process. Raises OSError if there is no such program."""
        self._process = await asyncio.create_subprocess_exec(
            *self.arguments,
            cwd=self.directory,
            env=self.environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        self._reader = asyncio.create_task(self._read(self._process))

    async def wait(self) -> int:
        """Wait until the process has ended, and return its exit status."""
        process, reader = self._started, self._reader
        assert reader is not None
        await asyncio.shield(reader)  # others may be waiting for it too
        return await process.wait()

    async def failed(self) -> None:
        """Wait until the process has ended, then raise ProcessFailed; never returns."""
        status = await self.wait()
        raise ProcessFailed("\n".join([*list(self.lines)[-5:], f"the bot has ended with status {status}"]))

    def signal(self, number: int) -> None:
        """Send the process a signal."""
        self._started.send_signal(number)

    async def stop(self) -> int:
        """Ask the process to end gently and wait until it has; return its exit status."""
        stdin = self._started.stdin
        assert stdin is not None
        stdin.close()
        return await self.wait()

    async def kill(self) -> None:
        """Kill the process at once, as `kill -9` does."""
        if self.running:
            self._started.kill()
        await self.wait()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            await self.stop()
        else:
            await self.kill()

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        while True:
            try:
                line = await process.stderr.readline()
            except ValueError:  # a line that is too long to keep
                continue
            if not line:
                return
            self.lines.append(line.decode(errors="replace").rstrip())
