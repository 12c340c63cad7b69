"""The way to Discord for all that answers no interaction: again where that can help, with few, clear outcomes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import aiohttp
import discord
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt, wait_exponential

from bot.delivery.again import persistently
from bot.delivery.budget import Budget, Route, Urgency

log = logging.getLogger(__name__)
T = TypeVar("T")

NO_MESSAGE = 10008
ALREADY_ANSWERED = 40060
TOO_LARGE = 40005
_ARCHIVED = 50083
TOKEN_IS_DEAD = (10062, 10015, 50027, NO_MESSAGE, _ARCHIVED)
"""What is said of an interaction that takes no answer any more, or whose message is gone or its thread locked."""
_TOO_MANY_DMS = 40003
_CLOSED_DM = 50007
TRANSIENT = (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)


class Gone(Exception):
    """The message or channel is not there any more, or takes no more edits."""


class Refused(Exception):
    """We may not: a permission is missing, or the person takes no direct messages. Trying again soon is no use."""


class Asleep(Refused):
    """The thread is archived: it takes what is posted, which wakes it, but no change of what stands there; where it is
    locked as well, neither, until somebody unlocks it."""


class Out(Refused):
    """We are not in the server any more."""


class Later(Exception):
    """Discord could not do it now, several times over."""


class Closed(Exception):
    """Our own session is closed: we are going down, and the next start compares again."""


@contextmanager
def closing() -> Iterator[None]:
    """Raises Closed for what aiohttp, which has no error of its own for it, says of a session that is closed."""
    try:
        yield
    except RuntimeError as error:
        if str(error) != "Session is closed":
            raise
        raise Closed from None


class _NotNow(Exception):
    """Discord could not do it this time."""


@dataclass(frozen=True, slots=True)
class Rest:
    """How often and how patiently to try. Every call must be safe to repeat: a post has a nonce."""

    attempts: int = 4
    pause: float = 1.0
    """Seconds after the first failure, doubled after each further one."""
    timeout: float = 60.0
    brief: float = 2.0
    """Seconds for a look, with the wait for its turn."""
    budget: Budget = field(default_factory=Budget)
    gives_way: Callable[[], bool] = lambda: False
    """Whether another process may have our games by now, and show what is true of them: then nothing is changed."""

    async def call(
        self, send: Callable[[], Awaitable[T]], urgency: Urgency = Urgency.SHOWS, route: Route | None = None
    ) -> T:
        """Raises Gone, Refused (Asleep), Later; and HTTPException for a request that is wrong in itself."""

        async def send_if_ours() -> T:
            if self.gives_way():
                raise Later("another process may have these games")
            return await send()

        try:
            return await persistently(lambda: self._once(send_if_ours, urgency, route), self._retrying)
        except _NotNow:
            raise Later(f"{self.attempts} attempts") from None

    async def ask(self, send: Callable[[], Awaitable[T]], urgency: Urgency = Urgency.SHOWS) -> T:
        """The same for what has no other form that might do: a request that is wrong in itself is Refused, too."""
        try:
            return await self.call(send, urgency)
        except discord.HTTPException as error:
            raise Refused(str(error)) from None

    async def look(self, ask: Callable[[], Awaitable[T]], urgency: Urgency = Urgency.CALLS) -> T:
        """What can be done without is asked for but once, and nobody waits for it longer than briefly.

        Raises Gone, Refused; Later where Discord does not say.
        """
        try:
            async with asyncio.timeout(self.brief):
                return await self._once(ask, urgency, None)
        except (_NotNow, TimeoutError, discord.HTTPException) as error:
            raise Later(type(error).__name__) from None

    def _retrying(self) -> AsyncRetrying:
        return AsyncRetrying(
            stop=stop_after_attempt(self.attempts),
            wait=wait_exponential(self.pause),
            retry=retry_if_exception_type(_NotNow),
            after=_told,
            reraise=True,
        )

    async def _once(self, send: Callable[[], Awaitable[T]], urgency: Urgency, route: Route | None) -> T:
        """Raises _NotNow for what may go well another time."""
        await self.budget.admit(urgency, route)
        try:
            async with asyncio.timeout(self.timeout):
                with closing():
                    return await send()
        except discord.NotFound as error:
            raise Gone(str(error.code)) from None
        except discord.Forbidden as error:
            raise (Asleep if error.code == _ARCHIVED else Refused)(str(error.code)) from None
        except TRANSIENT as error:
            raise _NotNow(type(error).__name__) from None
        except discord.HTTPException as error:
            if error.code == _ARCHIVED:
                raise Asleep(str(error.code)) from None
            if error.code == _CLOSED_DM:
                raise Refused(str(error.code)) from None
            if error.status != 429 and error.code != _TOO_MANY_DMS:
                raise
            raise _NotNow(type(error).__name__) from None
        except Closed:
            raise Later("closed") from None


def _told(state: RetryCallState) -> None:
    problem = state.outcome.exception() if state.outcome is not None else None
    log.info("discord could not", extra={"attempt": state.attempt_number, "problem": str(problem)})
