"""Notifies systemd (sd_notify): that the service is ready, still works, or is stopping."""

from __future__ import annotations

import logging
import os
import socket

log = logging.getLogger(__name__)


class Notifier:
    """Sends to the socket that systemd names in the environment, if it names one.

    watchdog: seconds within which systemd must get WATCHDOG=1, or it kills the process; None: there is no watchdog.
    """

    def __init__(self) -> None:
        address = os.environ.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address  # in the abstract namespace
        usec, pid = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
        mine = pid in ("", str(os.getpid()))
        self.watchdog = int(usec) / 1e6 if address and mine and usec.isdecimal() and int(usec) else None

    def say(self, *words: str) -> None:
        """Send these assignments, such as READY=1. Does not block; a failure is only logged."""
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.setblocking(False)
                out.sendto("\n".join(words).encode(), self._address)
        except OSError as error:
            log.warning("systemd was not told", extra={"problem": str(error)})
