"""Work that nobody waits for begins when the event loop has little else to do: answers go before it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import NamedTuple

_PAUSE = 0.0005
"""Seconds between two looks at whether the next piece may begin."""
_WHILE_ANSWERING = 0.002
"""The same while somebody is answered."""
_LATE = 0.0015
"""A look that comes so much later says that the event loop has much to do."""
_FOR_ANSWERS = 0.05
"""Seconds that a piece waits for answers at most: one that takes longer waits for something else itself."""


class _Piece(NamedTuple):
    since: float
    begins: asyncio.Event


class Lull:
    """Pieces of work begin in the order in which they came, one by one, but for those that are about the same."""

    def __init__(self, patience: float = 0.5, answers: Callable[[], bool] = lambda: False) -> None:
        """patience: seconds after which a piece begins however much there is to do. answers: whether an answer is being
        made that somebody waits for."""
        self._patience = patience
        self._answers = answers
        self._pieces = dict[Hashable, _Piece]()
        self._is_looking = False

    async def comes(self, about: Hashable) -> None:
        """Until the next piece of work may begin, together with what else is about the same and waits."""
        loop = asyncio.get_running_loop()
        piece = self._pieces.get(about)
        if piece is None:
            piece = self._pieces[about] = _Piece(loop.time(), asyncio.Event())
        if not self._is_looking:
            self._is_looking = True
            loop.call_soon(self._look, loop.time())
        await piece.begins.wait()

    def hasten(self, about: Hashable) -> None:
        """Somebody waits for what is about this: it begins now."""
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
