"""The way to Discord for all requests that do not answer an interaction: retried where that can help, with few
outcomes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
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
_ARCHIVED, _LOCKED = 50083, 160005
TOKEN_IS_DEAD = (10062, 10015, 50027, NO_MESSAGE, _ARCHIVED, _LOCKED)
"""Error codes for an interaction that can no longer be answered, or whose message is gone or whose thread is locked."""
_TOO_MANY_DMS, _NO_MESSAGES_NOW, _OFF_FOR_NOW, _OVERLOADED = 40003, 40004, 40006, 130000
_BUSY = (_TOO_MANY_DMS, _NO_MESSAGES_NOW, _OFF_FOR_NOW, _OVERLOADED)
"""Error codes for what Discord does not do for the moment, whether it answers them with 400, 403 or another status."""
_CLOSED_DM, _NO_RECIPIENT, _APART = 50007, 50033, 50278
_LARGE = 413
TRANSIENT = (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)


class Gone(Exception):
    """The message or channel no longer exists, or takes no more edits."""


class Deleted(Gone):
    """The message no longer exists, though its channel may. A post says so whose nonce is that of a deleted message."""


class Refused(Exception):
    """The bot may not: a permission is missing, say, or Discord has restricted the bot. Retrying soon is no use."""


class Asleep(Refused):
    """The thread is archived: posting wakes it, but what stands there cannot be changed. If it is locked as well,
    neither is possible until somebody unlocks it."""


class Out(Refused):
    """The bot is no longer in the server."""


class Shut(Refused):
    """The person takes no direct messages from the bot."""


class Apart(Refused):
    """The person shares no server with the bot, which may write to them again once they do."""


_REFUSALS: Mapping[int, type[Refused]] = {
    _ARCHIVED: Asleep,
    _CLOSED_DM: Shut,
    _NO_RECIPIENT: Shut,
    _APART: Apart,
}
"""What error codes mean, also where Discord does not answer them with 403."""


class Later(Exception):
    """Discord could not do it now, usually after several attempts."""


class Closed(Exception):
    """Our own HTTP session is closed: the bot is shutting down, and its next start compares everything again."""


@contextmanager
def closing() -> Iterator[None]:
    """Raise Closed where aiohttp reports a closed session, for which it has no error class of its own."""
    try:
        yield
    except RuntimeError as error:
        if str(error) != "Session is closed":
            raise
        raise Closed from None


class InDoubt(Exception):
    """Discord did not say whether it took a follow-up message: it may be there or not."""


PROBLEMS = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, Closed)
"""The errors with which a request may fail."""


def is_page(error: discord.HTTPException) -> bool:
    """Return whether a proxy, say, has answered in Discord's place. That tells nothing about what was asked, except
    where it is too large."""
    return error.response.headers.get("Content-Type") != "application/json" and error.status != _LARGE


def passes(problem: BaseException) -> bool:
    """Return whether the failure is temporary. The request may also have been carried out, and only its response
    lost."""
    if isinstance(problem, TRANSIENT):
        return True
    return isinstance(problem, discord.HTTPException) and (problem.status == 429 or is_page(problem))


def is_ours(problem: BaseException) -> bool:
    """Return whether Discord refused the request itself, which is a fault of ours: it did not come too late."""
    if not isinstance(problem, discord.HTTPException) or passes(problem):
        return False
    return problem.code not in (*TOKEN_IS_DEAD, ALREADY_ANSWERED)


class _NotNow(Exception):
    """This attempt failed; another may succeed."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Sends requests, and says how often and how patiently to retry. Each must be safe to repeat: a post has a
    nonce."""

    attempts: int = 4
    pause: float = 1.0
    """Seconds before the first retry, doubled before each further one."""
    timeout: float = 60.0
    brief: float = 2.0
    """Seconds that a `look` may take, including the wait for its turn."""
    budget: Budget = field(default_factory=Budget)
    lease_has_run_out: Callable[[], bool] = lambda: False
    """Returns whether another process may own our games by now and show what is true of them: then `call` sends
    nothing."""

    async def call(
        self, send: Callable[[], Awaitable[T]], urgency: Urgency = Urgency.SHOWS, route: Route | None = None
    ) -> T:
        """Send a request, with retries, and return its result.

        Raises Gone, Refused (also Asleep), Later; HTTPException for a request that is wrong in itself.
        """

        async def send_if_ours() -> T:
            if self.lease_has_run_out():
                raise Later("another process may have these games")
            return await send()

        try:
            return await persistently(lambda: self._once(send_if_ours, urgency, route), self._retrying)
        except _NotNow:
            raise Later(f"{self.attempts} attempts") from None

    async def ask(self, send: Callable[[], Awaitable[T]], urgency: Urgency = Urgency.SHOWS) -> T:
        """Like `call`, for a request that has no alternative form: one that is wrong in itself raises Refused too."""
        try:
            return await self.call(send, urgency)
        except discord.HTTPException as error:
            raise Refused(str(error)) from None

    async def look(self, ask: Callable[[], Awaitable[T]], urgency: Urgency = Urgency.CALLS) -> T:
        """Make one attempt at a request that can be done without, and wait only `brief` seconds for it.

        Raises Gone, Refused; Later if Discord gives no answer.
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
        """Make one attempt. Raises as `call` does, and _NotNow where another attempt may succeed."""
        await self.budget.admit(urgency, route)
        try:
            async with asyncio.timeout(self.timeout):
                with closing():
                    return await send()
        except TRANSIENT as error:
            raise _NotNow(type(error).__name__) from None
        except discord.HTTPException as error:
            if error.status == 429 or error.code in _BUSY:
                raise _NotNow(type(error).__name__) from None
            if is_page(error):
                raise Later(f"a page with status {error.status} in place of Discord's answer") from None
            if isinstance(error, discord.NotFound):
                raise (Deleted if error.code == NO_MESSAGE else Gone)(str(error.code)) from None
            if error.code not in _REFUSALS and not isinstance(error, discord.Forbidden):
                raise
            raise _REFUSALS.get(error.code, Refused)(str(error.code)) from None
        except Closed:
            raise Later("closed") from None


def _told(state: RetryCallState) -> None:
    problem = state.outcome.exception() if state.outcome is not None else None
    log.info("discord could not", extra={"attempt": state.attempt_number, "problem": str(problem)})
