"""Background tasks that nobody awaits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)


class Tasks:
    """Keeps a reference to each task until it is done, as the event loop does not, and logs those that fail."""

    def __init__(self) -> None:
        self._all = set[asyncio.Task[Any]]()

    def begin(self, work: Coroutine[Any, Any, object], name: str) -> None:
        """Start a task; `name` is what the log calls it."""
        task = asyncio.create_task(work, name=name)
        self._all.add(task)
        task.add_done_callback(self._done)

    async def cancel(self) -> None:
        """Cancel all running tasks and wait until they have ended."""
        for task in self._all:
            task.cancel()
        await asyncio.gather(*self._all, return_exceptions=True)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._all.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error("what went on beside failed", extra={"task": task.get_name()}, exc_info=problem)
