"""Whether what is sent in answer to an interaction arrives: again where that can help, and never a reason to fail."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable

import discord
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt

from bot.answers.ephemeral import InDoubt
from bot.delivery.again import persistently
from bot.delivery.rest import ALREADY_ANSWERED, TOKEN_IS_DEAD, TRANSIENT, Closed, closing

log = logging.getLogger(__name__)

_ATTEMPTS = 3
_SECONDS = 10.0
"""For one attempt: an answer that hangs must not hold up a shutdown for ever."""
_PAUSE = 1.0
"""Seconds before what was added to an answer, and may be there, is sent again."""
_UPLOAD_SECONDS = 60.0
"""For what all see, which is tried but once: a film has megabytes."""
_AGAIN = (*TRANSIENT, InDoubt)

Send = Callable[[], Awaitable[object]]


class Arrival:
    """Of all that is sent in answer to one interaction: once something of it is lost, nothing more is sent."""

    def __init__(self, interaction_id: int) -> None:
        self._interaction_id = interaction_id
        self.lost = False
        self.begun = asyncio.Event()
        """Set when something of the answer is on its way."""

    async def deliver(self, send: Send) -> None:
        """Try a few times: better twice than not at all. A lost answer is noted and nothing more."""
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
        """Try but once. Raises InDoubt."""
        if self.lost:
            return
        try:
            await self._attempt(send, _UPLOAD_SECONDS)
        except TRANSIENT as error:
            raise InDoubt(type(error).__name__) from error

    async def _attempt(self, send: Send, seconds: float, again: bool = False) -> None:
        """Raises what may not happen another time, and HTTPException for what Discord refuses as such."""
        self.begun.set()
        try:
            async with asyncio.timeout(seconds):
                with closing():
                    await send()
        except TRANSIENT:
            raise
        except discord.InteractionResponded:
            pass  # an attempt whose own answer was lost
        except discord.HTTPException as error:
            if error.code == ALREADY_ANSWERED:
                self.lost = not again  # else: an attempt that had arrived all the same
            elif error.code in TOKEN_IS_DEAD or error.status == 429:  # that was waited for, time and again
                self._lose(error)
            else:
                raise
        except Closed as error:
            self._lose(error)

    def _lose(self, problem: Exception) -> None:
        self.lost = True
        log.warning(
            "an answer was lost", extra={"interaction": self._interaction_id, "problem": type(problem).__name__}
        )


def _retrying() -> AsyncRetrying:
    retry = retry_if_exception_type(_AGAIN)
    return AsyncRetrying(stop=stop_after_attempt(_ATTEMPTS), wait=_pause, retry=retry, reraise=True)


def _pause(state: RetryCallState) -> float:
    """Seconds until the next attempt: none but after what may have gone well, and is then seen in a moment."""
    doubtful = state.outcome is not None and isinstance(state.outcome.exception(), InDoubt)
    return _PAUSE if doubtful else 0.0
