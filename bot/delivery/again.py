"""Retries that cost nothing where the first attempt succeeds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from tenacity import AsyncRetrying

T = TypeVar("T")


async def persistently(attempt: Callable[[], Awaitable[T]], retrying: Callable[[], AsyncRetrying]) -> T:
    """Return the result of an attempt, retried as `retrying` says. Raises what that raises.

    tenacity is called only after a first failure, which it is told of as its first attempt: its bookkeeping takes a
    hundred calls, and nearly everything succeeds at once.
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
