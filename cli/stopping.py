"""How a long-running command learns that it is to stop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading


async def stop_asked(attended: bool = False) -> None:
    """Wait for SIGTERM, SIGINT, the end of the terminal (SIGHUP), or, if `attended`, the end of standard input."""
    loop = asyncio.get_running_loop()
    asked = asyncio.Event()
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # under nohup, SIGHUP stays ignored
            with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C raises KeyboardInterrupt there
                loop.add_signal_handler(number, asked.set)
    if attended:
        threading.Thread(target=_watch_stdin, args=(loop, asked), daemon=True).start()
    await asked.wait()


def _watch_stdin(loop: asyncio.AbstractEventLoop, ended: asyncio.Event) -> None:
    while os.read(0, 4096):  # not sys.stdin: this thread would hold its lock at the interpreter's exit
        pass
    with contextlib.suppress(RuntimeError):  # the loop is closed: nothing is left to stop
        loop.call_soon_threadsafe(ended.set)
