"""Begins work that nobody waits for when the event loop has little else to do, so that answers go first."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

_PAUSE = 0.0005
"""Seconds between two checks whether the next piece of work may begin."""
_WHILE_ANSWERING = 0.002
"""The same, while an answer is being made."""
_LATE = 0.0015
"""If a check runs this many seconds late, the event loop is busy."""
_FOR_ANSWERS = 0.05
"""Longest time in seconds that work waits for answers: an answer that takes longer is itself waiting for something."""


class _Piece(NamedTuple):
    since: float
    begins: asyncio.Event


class Lull:
    """Lets pieces of work begin one by one, in order of arrival; those with the same `about` begin together."""

    def __init__(self, patience: float = 0.5, answers: Callable[[], bool] = lambda: False) -> None:
        """patience: seconds after which work begins however busy the event loop is. answers: returns whether an answer
        that somebody waits for is being made."""
        self._patience = patience
        self._answers = answers
        self._pieces = dict[Hashable, _Piece]()
        self._hurried = Counter[Hashable]()
        """What somebody waits for, and how many do."""
        self._is_looking = False

    async def until_calm(self, about: Hashable) -> None:
        """Wait until the work about this may begin."""
        if about in self._hurried:
            return
        loop = asyncio.get_running_loop()
        piece = self._pieces.get(about)
        if piece is None:
            piece = self._pieces[about] = _Piece(loop.time(), asyncio.Event())
        if not self._is_looking:
            self._is_looking = True
            loop.call_soon(self._look, loop.time())
        await piece.begins.wait()

    @contextmanager
    def hurrying(self, about: Hashable) -> Iterator[None]:
        """Let the work about this begin at once while somebody waits for it, also what comes meanwhile."""
        self._hurried[about] += 1
        self.hasten(about)
        try:
            yield
        finally:
            self._hurried[about] -= 1
            if not self._hurried[about]:
                del self._hurried[about]

    def hasten(self, about: Hashable) -> None:
        """Let the work about this begin now, because somebody waits for it."""
        piece = self._pieces.pop(about, None)
        if piece is not None:
            piece.begins.set()

    def _look(self, wanted: float) -> None:
        loop = asyncio.get_running_loop()
        now, pause = loop.time(), _PAUSE
        about, piece = next(iter(self._pieces.items()), (None, None))
        if piece is not None:
            waited = now - piece.since
            if waited < _FOR_ANSWERS and self._answers():
                pause = _WHILE_ANSWERING
            elif now - wanted < _LATE or waited > self._patience:
                self.hasten(about)
        self._is_looking = bool(self._pieces)
        if self._is_looking:
            loop.call_at(now + pause, self._look, now + pause)
