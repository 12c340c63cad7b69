"""Where pictures are drawn: off the event loop, in a process of their own."""

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
"""Drawings handed over together that nobody waits for; further ones wait for these."""

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


class Studio:
    """`await draw(board, view, names)` gives the picture, or None: then words must do.

    One process, started by `begin` or the first drawing, and anew when it has died: in a thread drawings would
    share one processor with all answers.
    """

    def __init__(self, rest: float = 5.0, nice: int = 5, leisure: float = 10.0) -> None:
        """rest: seconds without pictures after the process has died, should it die again and again.

        nice: by how much the process gives way to others, so that answers come before pictures. leisure: seconds after
        which there is none of what nobody waits for: one drawing that is stuck holds up all.
        """
        self._rest = rest
        self._leisure = leisure
        self._worker = Worker(nice)
        self._easel = asyncio.Semaphore(_IN_TURN)
        self.waiting = 0
        """Drawings that are being made, or wait for that."""
        self._not_before = 0.0
        self._rehearsed = False

    async def draw(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """What `work`, a function of a module or a partial of one, gives in the other process; None if that failed.

        Drawings are made one after the other, so a long one is better cut in pieces.
        """
        return await self._drawn(nullcontext(), partial(work, *args, **kwargs))

    async def draw_in_turn(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """The same for what nobody waits for: it is not drawn before what somebody does. None if it does not come."""
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
        except asyncio.CancelledError:  # words did: the process may draw it all the same
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
        """Start the process: it comes up while something else is made ready here. Without it there are words."""
        try:
            self._worker.begin()
        except Died as died:
            log.error(f"the process that draws {died}")

    async def rehearse(self) -> None:
        """Draw once what takes long the first time, one sample after the other: whoever asks for a picture meanwhile
        comes between two."""
        if self._rehearsed:
            return
        self._rehearsed = True
        for kit in kits().values():
            for sample in kit.pictures.samples() if kit.pictures is not None else ():
                await self.draw(sample)

    async def close(self) -> None:
        """End the process at once: nobody waits for a drawing any more, nor for a process that is still starting."""
        await self._worker.close()


def _name(work: Callable[..., object]) -> str:
    """Of the function, which may be wrapped in partials with its arguments."""
    while isinstance(work, partial):
        work = work.func
    return work.__name__
