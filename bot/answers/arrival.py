"""Delivers what is sent in answer to an interaction: retried where that can help, and never a reason to fail."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from time import perf_counter

import discord
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt

from bot.delivery.again import persistently
from bot.delivery.rest import ALREADY_ANSWERED, TOKEN_IS_DEAD, TRANSIENT, Closed, InDoubt, closing, passes

log = logging.getLogger(__name__)

_ATTEMPTS = 3
_SECONDS = 10.0
"""Timeout of one attempt: an answer that hangs must not hold up a shutdown for ever."""
_RESENT = 0.9
"""Seconds from which on one attempt may have been two: after a second discord.py itself sends again what Discord has
answered with an error of its own."""
_PAUSE = 1.0
"""Seconds before a follow-up message is sent again that may have arrived."""
_UPLOAD_SECONDS = 60.0
"""Timeout of the single attempt at what everybody sees: a film has megabytes."""
_AGAIN = (*TRANSIENT, InDoubt)

Send = Callable[[], Awaitable[object]]


class Arrival:
    """The delivery of all that is sent in answer to one interaction: once a part is lost, nothing more is sent."""

    def __init__(self, interaction_id: int) -> None:
        self._interaction_id = interaction_id
        self.lost = False
        self.begun = asyncio.Event()
        """Set when a part of the answer is on its way."""

    async def deliver(self, send: Send) -> None:
        """Send, and retry a few times: better twice than not at all. If it is lost, `lost` is set and nothing is
        raised."""
        attempts = itertools.count()

        async def attempt() -> None:
            is_another = next(attempts) > 0
            if not self.lost:
                await self._attempt(send, _SECONDS, again=is_another)

        try:
            await persistently(attempt, _retrying)
        except _AGAIN as error:
            self._lose(error)

    async def deliver_once(self, send: Send) -> None:
        """Send, in one attempt. Raises InDoubt if Discord does not say whether it has arrived."""
        if self.lost:
            return
        try:
            await self._attempt(send, _UPLOAD_SECONDS)
        except TRANSIENT as error:
            raise InDoubt(type(error).__name__) from error

    async def _attempt(self, send: Send, seconds: float, again: bool = False) -> None:
        """Make one attempt. Raises temporary errors, and HTTPException for what Discord refuses as such."""
        self.begun.set()
        began = perf_counter()
        try:
            async with asyncio.timeout(seconds):
                with closing():
                    await send()
        except TRANSIENT:
            raise
        except discord.InteractionResponded:
            pass  # an earlier attempt arrived, though its response was lost
        except discord.HTTPException as error:
            if error.code == ALREADY_ANSWERED:
                # after a retry, of ours or discord.py's, it means that an earlier attempt arrived
                if not again and perf_counter() - began < _RESENT:
                    self._second()
            elif error.code in TOKEN_IS_DEAD or passes(error):  # discord.py has waited for 429, several times
                self._lose(error)
            else:
                raise
        except Closed as error:
            self._lose(error)

    def _second(self) -> None:
        """Nobody else answers, except another process that has taken over our games."""
        self.lost = True
        log.warning(
            "something else answered first",
            extra={
                "interaction": self._interaction_id,
                "perhaps": "another bot with this token, if none has just taken over from this one",
            },
        )

    def _lose(self, problem: Exception) -> None:
        self.lost = True
        log.warning(
            "an answer was lost", extra={"interaction": self._interaction_id, "problem": type(problem).__name__}
        )


def _retrying() -> AsyncRetrying:
    retry = retry_if_exception_type(_AGAIN)
    return AsyncRetrying(stop=stop_after_attempt(_ATTEMPTS), wait=_pause, retry=retry, reraise=True)


def _pause(state: RetryCallState) -> float:
    """Return the seconds before the next attempt: none, except after one that may have arrived, as that shows in a
    moment."""
    doubtful = state.outcome is not None and isinstance(state.outcome.exception(), InDoubt)
    return _PAUSE if doubtful else 0.0
