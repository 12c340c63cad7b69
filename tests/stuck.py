"""Says where an asynchronous test hangs. When its time is up, its process just ends; and the stacks of threads, which
pytest prints before that, show nothing but the event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from typing import Any

from cli.configuration import new_event_loop

_AFTER = 280.0
"""Seconds after which a loop tells where its tasks wait: less than the `timeout` of a test."""
_stderr = 2


def prepare() -> None:
    """Keep standard error, as it is before anything is captured. Called once, before all tests."""
    global _stderr
    _stderr = os.dup(2)


def telling_loop() -> asyncio.AbstractEventLoop:
    """Return a new event loop of the kind the program runs on."""
    loop = new_event_loop()
    loop.call_later(_AFTER, _tell, loop)
    return loop


def _tell(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        os.write(_stderr, f"{task.get_name()} waits at {' > '.join(_places(task.get_coro()))}\n".encode())


def _places(waiting: Any) -> Iterator[str]:
    """Yield where a coroutine waits, and where what it waits for does, and so on."""
    while (frame := getattr(waiting, "cr_frame", None)) is not None:
        yield f"{frame.f_code.co_filename}:{frame.f_lineno}"
        waiting = waiting.cr_await
