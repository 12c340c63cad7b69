"""Trying again what failed, without a price for what goes well at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from tenacity import AsyncRetrying

T = TypeVar("T")


async def persistently(attempt: Callable[[], Awaitable[T]], retrying: Callable[[], AsyncRetrying]) -> T:
    """What an attempt gives, as `retrying` says how often and how patiently. Raises what that raises.

    tenacity is asked only once one has failed, which it then hears of as the first: its book-keeping takes a hundred
    calls, and nearly everything goes well at once.
    """
    failures = list[Exception]()

    async def next_attempt() -> T:
        if failures:
            raise failures.pop()
        return await attempt()

    try:
        return await attempt()
    except Exception as problem:
        failures.append(problem)
    return await retrying()(next_attempt)
