"""Where pictures are drawn: off the event loop, in a process of their own."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import ParamSpec, TypeVar

from game.core.discover import kits

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

LONGEST = 60.0
"""Seconds after which the process gives a drawing up, and itself with it."""


class Studio:
    """`await draw(board, view, names)` gives the picture, or None: then words must do.

    One process, started by the first drawing or by `warm`, and anew when it has died: in a thread drawings would share
    one processor with all answers. It is spawned, so it inherits neither the database nor a socket.
    """

    def __init__(self, rest: float = 5.0, nice: int = 5) -> None:
        """rest: seconds without pictures after the process has died, should it die again and again.

        nice: by how much the process gives way to others (Unix), so that answers come before pictures.
        """
        self._rest = rest
        self._nice = nice
        self._pool: ProcessPoolExecutor | None = None
        self._not_before = 0.0
        self._closed = False

    async def draw(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """What `work`, a function of a module or a partial of one, gives in the other process; None if that failed.

        Drawings are made one after the other, so a long one is better cut in pieces.
        """
        if self._closed or time.monotonic() < self._not_before:
            return None
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin, (self._nice,))
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, partial(_within, work, *args, **kwargs))
        except BrokenProcessPool:
            if not self._closed:
                log.error("the process that draws has died", extra={"drawing": _name(work)})
            if self._pool is pool:
                self._pool = None
                self._not_before = time.monotonic() + self._rest
        except Exception:
            if not self._closed:
                log.exception("a picture was not drawn", extra={"drawing": _name(work)})
        return None

    async def warm(self) -> None:
        """Start the process, if it is not there, and let it draw what takes long the first time."""
        if self._pool is None:
            await self.draw(rehearse)

    async def close(self) -> None:
        """End the process at once: nobody waits for a drawing any more, nor for a process that is still starting."""
        self._closed = True
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list(pool._processes.values()):  # `kill_workers` from Python 3.14 on
                process.kill()
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)


def _name(work: Callable[..., object]) -> str:
    """Of the function, which may be wrapped in partials with its arguments."""
    while isinstance(work, partial):
        work = work.func
    return work.__name__


def rehearse() -> int:
    """Draw what each game gives as samples, which then lie ready in parts; the process's id."""
    for kit in kits().values():
        for sample in kit.pictures.samples() if kit.pictures is not None else ():
            sample()
    return os.getpid()


def _begin(nice: int) -> None:
    """What the process does first: it gives way to answers, and leaves signals to the bot, which they are meant for."""
    if hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_follow, name="follow", daemon=True).start()


def _follow() -> None:
    """Die with the bot, even when it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _within(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do the work, or die if it takes too long: another process is soon started, a stuck one stays so."""
    faulthandler.dump_traceback_later(LONGEST, exit=True)
    try:
        return work(*args, **kwargs)
    finally:
        faulthandler.cancel_dump_traceback_later()
