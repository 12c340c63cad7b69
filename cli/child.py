"""The bot as a process of its own, that dies with this one: for the demo, the tests and the benchmarks."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.config import DELIMITER, PREFIX

_KEPT = 400


class ChildFailed(Exception):
    """The bot did not start, or ended by itself; the text is the last it said."""


class BotProcess:
    """`adepts run` in a child process, configured through its environment alone.

    Use as `async with BotProcess(...)`, or `start` and `stop`. `lines` holds the last of its log.
    """

    def __init__(
        self,
        *,
        token: str,
        api_url: str,
        gateway_url: str,
        database: Path,
        seed: str | None = None,
        level: str = "info",
    ) -> None:
        self._settings = {
            ("discord", "token"): token,
            ("discord", "api_url"): api_url,
            ("discord", "gateway_url"): gateway_url,
            ("storage", "path"): str(database.absolute()),
            ("log", "level"): level,
        }
        self._seed = seed
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self.lines: deque[str] = deque(maxlen=_KEPT)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def arguments(self) -> Sequence[str]:
        seed = ("--seed", self._seed) if self._seed is not None else ()
        return (sys.executable, "-m", "cli.main", "run", "--attended", *seed)

    @property
    def environment(self) -> Mapping[str, str]:
        """Ours without any setting of the bot's, and these settings."""
        inherited = {name: value for name, value in os.environ.items() if not name.upper().startswith(PREFIX)}
        settings = {f"{PREFIX}{table}{DELIMITER}{key}".upper(): text for (table, key), text in self._settings.items()}
        return {**inherited, **settings}

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *self.arguments,
            cwd=Path(__file__).parents[1],  # where there is no config.toml of this process's directory
            env=self.environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        self._reader = asyncio.create_task(self._read())

    async def wait(self) -> int:
        """Until it has ended; its exit status."""
        assert self._process is not None
        assert self._reader is not None
        await asyncio.shield(self._reader)  # others may wait for it too
        return await self._process.wait()

    async def failed(self) -> None:
        """Raise ChildFailed when it has ended; never returns."""
        status = await self.wait()
        raise ChildFailed("\n".join([*list(self.lines)[-5:], f"the bot has ended with status {status}"]))

    def signal(self, number: int) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    async def stop(self) -> int:
        """Ask it to drain, and wait until it has; its exit status."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.close()
        return await self.wait()

    async def kill(self) -> None:
        """End it at once, as `kill -9` does."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.kill()
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

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        async for line in self._process.stderr:
            self.lines.append(line.decode(errors="replace").rstrip())
