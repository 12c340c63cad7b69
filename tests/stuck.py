"""A pytest plugin that says where a test hangs, shortly before its time is up: then its process just ends. Under xdist
what pytest-timeout says is lost, and the stacks of threads show nothing but the event loop."""

from __future__ import annotations

import asyncio
import faulthandler
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakSet

import pytest

from cli.configuration import new_event_loop

_PART = 0.95
"""The part of its time after which a test counts as hanging."""
_TIMER = pytest.StashKey[threading.Timer]()
_stderr = 2
_loops = WeakSet[asyncio.AbstractEventLoop]()


def pytest_configure() -> None:
    """Keep standard error, as it is before anything is captured."""
    global _stderr
    _stderr = os.dup(2)


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Run asynchronous tests on the same event loop as the program."""
    return {"loop": _noted_loop}


def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> None:
    item.stash[_TIMER] = timer = threading.Timer(settings.timeout * _PART, _tell, (item.nodeid,))
    timer.daemon = True
    timer.start()


def pytest_timeout_cancel_timer(item: pytest.Item) -> None:
    if (timer := item.stash.get(_TIMER, None)) is not None:  # none was set if the test is skipped
        timer.cancel()


def _noted_loop() -> asyncio.AbstractEventLoop:
    loop = new_event_loop()
    _loops.add(loop)
    return loop


def _tell(test: str) -> None:
    """Write where all tasks and threads are."""
    tasks = [task for loop in list(_loops) if loop.is_running() for task in asyncio.all_tasks(loop)]
    told = [f"{task.get_name()} waits at {' > '.join(_places(task.get_coro()))}" for task in tasks]
    os.write(_stderr, "\n".join([f"{test} hangs", *told, ""]).encode())
    faulthandler.dump_traceback(_stderr)


def _places(waiting: Any) -> Iterator[str]:
    """Yield where a coroutine waits, and where what it waits for does, and so on."""
    while (frame := getattr(waiting, "cr_frame", None)) is not None:
        yield f"{frame.f_code.co_filename}:{frame.f_lineno}"
        waiting = waiting.cr_await
