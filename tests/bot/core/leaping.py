"""An event loop on which minutes pass at once, for code that waits for nothing but time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, TypeVar

T = TypeVar("T")


class Leaping(asyncio.SelectorEventLoop):
    """An event loop whose time leaps to the next timer.

    As on the loop that the bot runs on, `call_at` gives no timer handle for what is due already.
    """

    leapt = 0.0

    def time(self) -> float:
        return self.leapt

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        if when <= self.time():
            return self.call_soon(callback, *args, context=context)
        return super().call_at(when, callback, *args, context=context)

    def _run_once(self) -> None:
        timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        waits = [each.when() for each in timers if not each.cancelled()]
        if not self._ready and waits:  # type: ignore[attr-defined]
            self.leapt = max(self.leapt, min(waits))
        super()._run_once()  # type: ignore[misc]


def leap(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=Leaping) as runner:
        return runner.run(work)
