"""The bot as it always is, recording how long its event loop stalls: a line for each callback of a millisecond or more,
to the file that the environment names.

A line has the moment (of the system's monotonic clock), the seconds that passed, and the processor seconds that the
loop's thread used. The former includes other load on the machine, the latter does not. It runs on asyncio's own loop,
as the callbacks of uvloop cannot be timed from here.
"""

from __future__ import annotations

import os
import sys
import time
from asyncio.events import Handle
from pathlib import Path
from typing import TextIO

from cli.main import main

FILE = "BENCHMARK_STANDS"
LEAST = 0.001


def watch(out: TextIO) -> None:
    """Time every callback from now on."""
    run = Handle._run

    def timed(handle: Handle) -> None:
        begun, own = time.monotonic(), time.thread_time()
        run(handle)
        passed, used = time.monotonic() - begun, time.thread_time() - own
        if passed >= LEAST:
            print(begun, passed, used, file=out)

    Handle._run = timed  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    sys.modules["uvloop"] = None  # type: ignore[assignment]  # as if it were not installed
    with Path(os.environ[FILE]).open("a", buffering=1) as out:
        watch(out)
        main()
