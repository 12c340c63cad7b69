"""Entry point of the command `adepts`; handles signals until the program is loaded."""

from __future__ import annotations

import os
import signal
from types import FrameType


def main() -> None:
    """Run the command.

    Until something has begun that must be finished, a signal to stop ends the process at once; what must end gently
    installs a handler of its own. Without this, the first process of a container would ignore such signals, and Python
    would interrupt an import with a traceback, or lose the interrupt there: what a weak reference's callback raises is
    ignored, and imports have such callbacks.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP") if os.getpid() == 1 else ("SIGINT",):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)
    from cli.main import main

    main()


def loaded() -> None:
    """Note that the subcommand is loaded: from now on an interrupt is raised, so that it can clean up."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(number: int, _: FrameType | None) -> None:
    os._exit(128 + number)  # the exit status by which a shell reports a signal
