"""Work that goes on beside what began it, and that nobody waits for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)


class Tasks:
    """Keeps each until it is done, as the event loop itself does not. The log tells of those that fail."""

    def __init__(self) -> None:
        self._all = set[asyncio.Task[Any]]()

    def begin(self, work: Coroutine[Any, Any, object], name: str) -> None:
        """Do this, called so in the log."""
        task = asyncio.create_task(work, name=name)
        self._all.add(task)
        task.add_done_callback(self._done)

    async def cancel(self) -> None:
        """End all that are under way; they have ended then."""
        for task in self._all:
            task.cancel()
        await asyncio.gather(*self._all, return_exceptions=True)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._all.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error("what went on beside failed", extra={"task": task.get_name()}, exc_info=problem)
