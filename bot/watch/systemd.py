"""What a service says to systemd (sd_notify): that it is ready, that it still works, that it is stopping."""

from __future__ import annotations

import logging
import os
import socket

log = logging.getLogger(__name__)


class Notifier:
    """Says it to the socket that systemd named in the environment, and to nobody if it named none.

    watchdog: the seconds within which systemd must hear WATCHDOG=1, or it ends the process; None: it does not wait.
    """

    def __init__(self) -> None:
        address = os.environ.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address  # one without a file
        usec, pid = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
        mine = pid in ("", str(os.getpid()))
        self.watchdog = int(usec) / 1e6 if address and mine and usec.isdecimal() and int(usec) else None

    def say(self, *words: str) -> None:
        """Such as READY=1. Nothing waits for it, and nothing fails of it."""
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.setblocking(False)
                out.sendto("\n".join(words).encode(), self._address)
        except OSError as error:
            log.warning("systemd was not told", extra={"problem": str(error)})
