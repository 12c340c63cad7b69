"""Failures are retried as tenacity is configured; it is not used for what succeeds at once."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt

from bot.client import AdeptsBot
from bot.delivery.again import persistently
from bot.delivery.failures import Failures
from bot.delivery.rest import Apart, Asleep, Deleted, Gone, Later, Refused, Rest, Shut
from playground.world.models import Channel

from .conftest import Stage


class Attempts:
    """Fails so many times, then returns a value."""

    def __init__(self, *problems: Exception) -> None:
        self.problems = list(problems)
        self.made = 0

    async def __call__(self) -> str:
        self.made += 1
        if self.problems:
            raise self.problems.pop(0)
        return "done"


class Patience:
    """Stands in for tenacity, and records each failure with its number."""

    def __init__(self, attempts: int = 3) -> None:
        self.asked = 0
        self.told: list[tuple[int, str]] = []
        self._attempts = attempts

    def __call__(self) -> AsyncRetrying:
        self.asked += 1
        retry = retry_if_exception_type(OSError)
        return AsyncRetrying(stop=stop_after_attempt(self._attempts), wait=self._wait, retry=retry, reraise=True)

    def _wait(self, state: RetryCallState) -> float:
        assert state.outcome is not None
        self.told.append((state.attempt_number, str(state.outcome.exception())))
        return 0.0


async def test_what_goes_well_at_once_asks_nobody() -> None:
    attempts, patience = Attempts(), Patience()
    assert await persistently(attempts, patience) == "done"
    assert (attempts.made, patience.asked) == (1, 0)


async def test_the_first_failure_counts_as_one_of_the_attempts() -> None:
    attempts, patience = Attempts(OSError("one"), OSError("two")), Patience()
    assert await persistently(attempts, patience) == "done"
    assert (attempts.made, patience.told) == (3, [(1, "one"), (2, "two")])


async def test_after_the_last_attempt_its_problem_comes_out() -> None:
    attempts, patience = Attempts(*map(OSError, ("one", "two", "three", "four"))), Patience()
    with pytest.raises(OSError, match="three"):
        await persistently(attempts, patience)
    assert attempts.made == 3


@pytest.mark.parametrize("before", [0, 1])
async def test_what_no_further_attempt_can_mend_comes_out_at_once(before: int) -> None:
    attempts, patience = Attempts(*[OSError("one")] * before, ValueError("wrong")), Patience()
    with pytest.raises(ValueError, match="wrong"):
        await persistently(attempts, patience)
    assert attempts.made == before + 1


async def test_a_fault_of_ours_is_not_taken_for_a_closed_session() -> None:
    """A closed session is expected while the bot ends, and corrected at the next start; a fault of ours belongs in the
    log."""
    session = aiohttp.ClientSession()
    await session.close()

    async def ask() -> object:
        return await session.get("http://localhost")

    async def fail() -> object:
        raise RuntimeError("ours")

    with pytest.raises(Later, match="closed"):
        await Rest().call(ask)
    with pytest.raises(RuntimeError, match="ours"):
        await Rest().call(fail)


ANSWERS = {
    (404, 10003): Gone,
    (404, 10008): Deleted,
    (403, 50013): Refused,
    (403, 50083): Asleep,
    (400, 50083): Asleep,
    (403, 50007): Shut,
    (400, 50007): Shut,  # Discord sometimes says so when a direct message is opened
    (403, 50278): Apart,
    (400, 50278): Apart,
    (403, 20026): Refused,
    (400, 40003): Later,  # too many direct messages were opened recently
    (403, 40003): Later,
    (403, 40004): Later,  # no messages can be sent for the moment
    (403, 40006): Later,  # Discord has switched something off
    (503, 130000): Later,
    (503, 0): Later,
    (400, 50035): discord.HTTPException,
    (403, None): Later,
    (404, None): Later,
    (407, None): Later,
    (413, None): discord.HTTPException,  # it is too large for the proxy
}
"""What each answer of Discord leads to, by HTTP status and error code; or a proxy's page in its place (None)."""


async def test_what_discord_answers_says_whether_to_ask_again(bot: AdeptsBot, stage: Stage, channel: Channel) -> None:
    rest, there, came = Rest(attempts=2, pause=0.0), bot.get_partial_messageable(channel.id), {}
    for status, code in ANSWERS:
        how: Any = {"kind": "page"} if code is None else {"kind": "status", "code": code}
        fault = stage.pg.faults.add(pattern="POST /channels/*/messages", times=None, status=status, **how)
        try:
            await rest.call(lambda: there.send("here"))
        except (Gone, Later, Refused, discord.HTTPException) as error:
            came[status, code] = type(error)
        assert fault.hits == (2 if came[status, code] is Later and code is not None else 1)
        stage.pg.faults.remove(fault)
    assert came == ANSWERS


@pytest.mark.parametrize("problems", [(Later("first"), Refused("then")), (Refused("first"), Later("then"))])
def test_of_several_that_fail_what_passes_by_itself_is_tried_again_for(problems: tuple[Exception, ...]) -> None:
    """A refusal among them neither prevents the others nor keeps a temporary failure from being retried soon."""
    failures, done = Failures(), list[str]()
    for problem in (*problems, None):
        with failures.kept(Later, Refused):
            if problem is not None:
                raise problem
            done.append("done")
    assert done
    with pytest.raises(Later):
        failures.raise_kept()
