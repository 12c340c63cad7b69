"""Where the command `adepts` begins: what a signal does before anything of the program is there."""

from __future__ import annotations

import os
import signal
from types import FrameType


def main() -> None:
    """The entry point.

    What asks us to end is obeyed at once for as long as nothing has begun that has to be finished: whoever begins
    something puts a gentle end in its place. By itself the first process of a container would not hear of it, and
    Python would end an import with a trace.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP") if os.getpid() == 1 else ("SIGINT",):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)
    from cli.main import main

    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    main()


def _end(number: int, _: FrameType | None) -> None:
    os._exit(128 + number)  # as a shell calls it
