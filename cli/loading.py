"""Ends the process at once on a signal while the program is loaded, when there is nothing to clean up yet."""

from __future__ import annotations

import os
import signal
from types import FrameType


def loading() -> None:
    """Let signals to stop end the process at once, until `loaded` or a handler that a command installs.

    Without this, the first process of a container would ignore such signals, and Python would interrupt an import with
    a traceback, or lose the interrupt there: what a weak reference's callback raises is ignored, and imports have such
    callbacks.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP") if os.getpid() == 1 else ("SIGINT",):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


def loaded() -> None:
    """Let an interrupt be raised from now on, so that the command can clean up."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(number: int, _: FrameType | None) -> None:
    os._exit(128 + number)  # the exit status by which a shell reports a signal
