"""Processes that work for this one: signals to stop are meant for this one alone, and they end with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def sheltered() -> Iterator[None]:
    """A process that is started in the block has the signals blocked from its beginning. Otherwise one that comes
    before `settle` would end it in the middle of its imports, with a traceback. What comes to this process meanwhile
    counts after the block.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # each process needs it, and its start would unblock the signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def settle() -> None:
    """Called first in the new process: it ignores the signals, and ends when the one that started it does, even if that
    is killed."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_follow, name="follow", daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
