"""What people press or type about a table or tale, and whether they still wait for the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from cachetools import LRUCache

from bot.answers.replies import Reply

_REMEMBERED = 5000
"""Persons, at one table or tale each, whose last press is remembered."""


class Presses:
    """The presses that are being answered, and when each person last pressed something. In memory only."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._under_way: dict[str, list[Reply]] = {}
        self._last: LRUCache[tuple[str, int], datetime] = LRUCache(_REMEMBERED)

    @contextmanager
    def answering(self, about_id: str, reply: Reply) -> Iterator[None]:
        """Note for the duration of the block that a handler answers a press about this."""
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
        """Return whether somebody waits for the answer to a press about this, or (None) about anything."""
        replies = self._under_way.values() if about_id is None else (self._under_way.get(about_id, ()),)
        return not all(reply.begun.is_set() for each in replies for reply in each)

    async def answers(self, about_id: str) -> None:
        """Wait until the answers to all presses about this are on their way."""
        await asyncio.gather(*(reply.begun.wait() for reply in self._under_way.get(about_id, ())))

    def is_acting(self, about_id: str, user_id: int) -> bool:
        """Return whether a handler is working on a press of this person about this."""
        return any(reply.user_id == user_id for reply in self._under_way.get(about_id, ()))

    def last(self, about_id: str, user_id: int) -> datetime | None:
        """Return when the person last pressed or typed something about this; None if unknown."""
        return self._last.get((about_id, user_id))
