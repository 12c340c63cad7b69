"""What people press or type about a table or a tale, and whether they still wait for the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from cachetools import LRUCache

from bot.answers.replies import Reply

_REMEMBERED = 5000
"""Of so many persons, at a table each, is known when they last did something there."""


class Presses:
    """Kept in memory alone."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._under_way: dict[str, list[Reply]] = {}
        self._last: LRUCache[tuple[str, int], datetime] = LRUCache(_REMEMBERED)

    @contextmanager
    def answering(self, about_id: str, reply: Reply) -> Iterator[None]:
        """While a handler answers what somebody has pressed about this."""
        replies = self._under_way.setdefault(about_id, [])
        replies.append(reply)
        self._last[about_id, reply.user_id] = self._now()
        try:
            yield
        finally:
            reply.begun.set()
            replies.remove(reply)
            if not replies:
                self._under_way.pop(about_id, None)

    def is_answering(self, about_id: str | None = None) -> bool:
        """Whether somebody has pressed something, about this or (None) anything, and waits for the answer."""
        replies = self._under_way.values() if about_id is None else (self._under_way.get(about_id, ()),)
        return not all(reply.begun.is_set() for each in replies for reply in each)

    async def answers(self, about_id: str) -> None:
        """Until those answers are on their way."""
        await asyncio.gather(*(reply.begun.wait() for reply in self._under_way.get(about_id, ())))

    def is_acting(self, about_id: str, user_id: int) -> bool:
        """Whether a handler is at work for what this person has pressed about it."""
        return any(reply.user_id == user_id for reply in self._under_way.get(about_id, ()))

    def last(self, about_id: str, user_id: int) -> datetime | None:
        """When the person last pressed or typed something about this; None: not that anybody would know."""
        return self._last.get((about_id, user_id))
