"""A separate process for work that would hold up the bot's answers."""

from __future__ import annotations

import asyncio
import faulthandler
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from typing import Any, ParamSpec, TypeVar

from bot.spawned import settle, sheltered

P = ParamSpec("P")
T = TypeVar("T")

_REFUSED = (OSError, RuntimeError)
"""Errors that are raised where no process or thread may be started, or where the pool is broken or closed."""


class Died(Exception):
    """The process ended before the work was done: it was killed, took too long, or the worker is closed."""

    def __str__(self) -> str:
        """Return what is said of the process in a sentence: "has died"."""
        return "has died"


class NotStarted(Died):
    """The machine refuses to start a process."""

    def __init__(self, why: BaseException) -> None:
        super().__init__()
        self._why = getattr(why, "strerror", None) or str(why).rstrip(".") or type(why).__name__

    def __str__(self) -> str:
        return f"cannot be started: {self._why}; are so many processes allowed (ulimit -u, TasksMax, --pids-limit)?"


class _Handed(Future[Any]):
    """A future of work that was submitted to a pool. When the process ends, the pool of Python 3.11 fails at the first
    future that was cancelled meanwhile, and never completes those behind it."""

    def set_exception(self, exception: BaseException | None) -> None:
        with suppress(InvalidStateError):
            super().set_exception(exception)


class Worker:
    """`await worker.do(work, *args)` returns what `work` returns in another process, one call after the other.

    The first call starts the process, and if it has died, the next call starts another. It is spawned, so it inherits
    neither the database nor a socket; and it does not outlive the bot, even if that is killed. Use two workers for what
    is urgent and what takes long, the second with more `nice`.
    """

    def __init__(self, nice: int = 0, longest: float = 60.0) -> None:
        """nice: by how much the process gives way to others (Unix), so that answers come first.

        longest: seconds after which it gives up a piece of work, and ends itself.
        """
        self._nice = nice
        self._longest = longest
        self._pool: ProcessPoolExecutor | None = None
        self._ready: ProcessPoolExecutor | None = None
        """The pool whose process has been started."""
        self._awaited = set[asyncio.Future[Any]]()
        """Futures of submitted work that somebody waits for."""
        self._lock = threading.Lock()
        """Held while a process is started or ended."""
        self.closed = False

    def begin(self) -> None:
        """Start the process now, if it is not running. Blocks for some hundredths of a second. Raises Died."""
        if self._pool is None and not self.closed:
            pool = self._ensured_pool()
            try:
                self._submit(pool, _nothing)
            except _REFUSED as error:
                raise self._died(pool, error) from error

    def _ensured_pool(self) -> ProcessPoolExecutor:
        """Return the pool, created if need be. Raises NotStarted."""
        if self._pool is None:
            try:
                self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin, (self._nice,))
            except _REFUSED as error:
                raise NotStarted(error) from error
        return self._pool

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `work` returns, which is a function of a module or a partial of one; all that goes there and back
        is pickled.

        Raises Died, and whatever the work raises.
        """
        if self.closed:
            raise Died
        pool, whole = self._ensured_pool(), partial(_within, self._longest, partial(work, *args, **kwargs))
        try:
            future = await self._submitted(pool, whole)
        except _REFUSED as error:
            raise self._died(pool, error) from error
        answer = asyncio.wrap_future(future)
        if pool is not self._pool:  # the pool was given up because of somebody else's work
            answer.cancel()
            raise Died
        # Shielded, as the pool fails if a future is cancelled while the pool ends.
        awaited = asyncio.shield(answer)
        self._awaited.add(awaited)
        try:
            return await awaited
        except BrokenProcessPool as error:
            raise self._died(pool, error) from error
        except asyncio.CancelledError:
            if _is_cancelled():
                answer.cancel()
                raise
            raise Died from None
        finally:
            self._awaited.discard(awaited)

    async def close(self) -> None:
        """End the process at once. Whoever waits for its work, or for its start, gets Died."""
        self.closed = True
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(self._end, pool)

    async def _submitted(self, pool: ProcessPoolExecutor, work: Callable[[], T]) -> Future[T]:
        """Submit work; in a thread if the process has yet to start, since that takes its time."""
        if self._ready is pool and not self._lock.locked():
            return self._submit(pool, work)
        future = await asyncio.to_thread(self._submit, pool, work)
        self._ready = pool
        return future

    def _submit(self, pool: ProcessPoolExecutor, work: Callable[[], T]) -> Future[T]:
        with self._lock:
            with sheltered():
                future = pool.submit(work)
            # Only the process writes to this pipe. If our end stayed open, we would wait for ever for a process that
            # was killed in the middle of its answer, since somebody could still write the rest.
            pool._result_queue._writer.close()  # type: ignore[attr-defined]
        future.__class__ = _Handed
        return future

    def _end(self, pool: ProcessPoolExecutor) -> None:
        with self._lock:
            _kill(pool)
            pool.shutdown()

    def _died(self, pool: ProcessPoolExecutor, problem: BaseException) -> Died:
        is_first = self._pool is pool
        if is_first:
            self._pool = None
        if self.closed or not is_first or isinstance(problem, BrokenProcessPool):
            return Died()
        _kill(pool)  # it may be half started: it would take work and never do it
        pool.shutdown(wait=False, cancel_futures=True)
        for answer in self._awaited:  # nobody else would tell those who wait
            answer.cancel()
        return NotStarted(problem)


def _is_cancelled() -> bool:
    """Return whether the current task itself was cancelled, and not what it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _kill(pool: ProcessPoolExecutor) -> None:
    for process in list((pool._processes or {}).values()):  # `kill_workers` from Python 3.14 on
        process.kill()


def _begin(nice: int) -> None:
    """Prepare the new process: it gives way to answers."""
    settle()
    if hasattr(os, "nice"):
        os.nice(nice)


def _nothing() -> None:
    """Do nothing: work that is submitted only to start the process."""


def _within(longest: float, work: Callable[[], T]) -> T:
    """Do the work, or exit if it takes too long: a new process is soon started, but a stuck one stays stuck."""
    faulthandler.dump_traceback_later(longest, exit=True)
    try:
        return work()
    finally:
        faulthandler.cancel_dump_traceback_later()
