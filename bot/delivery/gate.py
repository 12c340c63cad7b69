"""Discord's global rate limit holds up all requests for a while, and never for good."""

from __future__ import annotations

import asyncio


class Gate(asyncio.Event):
    """Takes the place of the event for which discord.py's requests wait while a global rate limit lasts.

    The request that meets the limit clears the event, sleeps, and sets it again. If that request is cancelled
    meanwhile, as by a timeout, discord.py never sets it, and no request would be sent any more. So it is set again
    after `longest` seconds at the latest; a request that then comes too early is told so by Discord, and clears it
    anew.
    """

    def __init__(self, longest: float) -> None:
        super().__init__()
        self._longest = longest
        self._timer: asyncio.TimerHandle | None = None
        self.set()

    def clear(self) -> None:
        super().clear()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(self._longest, self.set)
