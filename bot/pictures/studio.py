"""Draws pictures off the event loop, in a separate process."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from functools import partial
from typing import ParamSpec, TypeVar

from bot.watch import figures
from bot.worker import Died, Worker
from game.core.discover import kits

_IN_TURN = 2
"""Drawings that nobody waits for which are handed to the process at a time; further ones wait for these."""

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


class Studio:
    """Draws: `await draw(board, view, names)` returns the picture, or None, and then words must do.

    It has one process, which `begin` or the first drawing starts, and which is restarted after it has died. In a
    thread, drawings would compete with all answers for the interpreter's lock.
    """

    def __init__(self, rest: float = 5.0, nice: int = 5, leisure: float = 10.0) -> None:
        """rest: seconds without pictures after the process has died, in case it dies again and again.

        nice: niceness of the process, so that answers come before pictures. leisure: seconds after which a drawing that
        nobody waits for is given up, as one that is stuck holds up all.
        """
        self._rest = rest
        self._leisure = leisure
        self._worker = Worker(nice)
        self._easel = asyncio.Semaphore(_IN_TURN)
        self.waiting = 0
        """Number of drawings that are being made or wait their turn."""
        self._not_before = 0.0
        self._rehearsed = False

    async def draw(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """Call `work` in the other process, and return its result; None if it failed. `work` is a module's function, or
        a partial of one.

        Drawings are made one after the other, so a long one is better cut into pieces.
        """
        return await self._drawn(nullcontext(), partial(work, *args, **kwargs))

    async def draw_in_turn(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """Draw likewise what nobody waits for: few of these are handed over at a time, so that others hardly wait for
        them. None also if it takes longer than `leisure`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._leisure):
                return await self._drawn(self._easel, partial(work, *args, **kwargs))
        log.warning("a picture was not waited for", extra={"drawing": _name(work)})
        return None

    async def _drawn(self, line: AbstractAsyncContextManager[None], work: Callable[[], T]) -> T | None:
        if self._worker.closed or time.monotonic() < self._not_before:
            return None
        began, outcome = time.perf_counter(), "failed"
        self.waiting += 1
        try:
            async with line:
                drawn = await self._worker.do(work)
            outcome = "drawn"
            return drawn
        except asyncio.CancelledError:  # words were used instead; the process may still draw it
            outcome = "left"
            raise
        except Died as died:
            if not self._worker.closed:
                log.error(f"the process that draws {died}", extra={"drawing": _name(work)})
                self._not_before = time.monotonic() + self._rest
        except Exception:
            log.exception("a picture was not drawn", extra={"drawing": _name(work)})
        finally:
            self.waiting -= 1
            figures.DRAWINGS.labels(outcome).observe(time.perf_counter() - began)
        return None

    def begin(self) -> None:
        """Start the process, so that it comes up while the bot is starting. If it cannot be started, there are
        words."""
        try:
            self._worker.begin()
        except Died as died:
            log.error(f"the process that draws {died}")

    async def rehearse(self) -> None:
        """Draw each sample once, since the first drawing takes long. Samples are drawn one by one, so that a picture
        somebody asks for meanwhile can come between two."""
        if self._rehearsed:
            return
        self._rehearsed = True
        for kit in kits().values():
            for sample in kit.pictures.samples() if kit.pictures is not None else ():
                await self.draw(sample)

    async def close(self) -> None:
        """End the process at once, with the drawings that it still has to make, and even while it is starting."""
        await self._worker.close()


def _name(work: Callable[..., object]) -> str:
    """Return the name of the function, which may be wrapped in partials."""
    while isinstance(work, partial):
        work = work.func
    return work.__name__
