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


class _Piece(NamedTuple):
    due: float
    begins: asyncio.Event


class Lull:
    """Pieces of work begin in the order in which they came, one by one, but for those that are about the same."""

    def __init__(self, patience: float = 0.5, answers: Callable[[], bool] = lambda: False) -> None:
        """patience: seconds after which a piece begins however much there is to do. answers: whether somebody is being
        answered."""
        self._patience = patience
        self._answers = answers
        self._pieces = dict[Hashable, _Piece]()
        self._is_looking = False

    async def comes(self, about: Hashable) -> None:
        """Until the next piece of work may begin, together with what else is about the same and waits."""
        loop = asyncio.get_running_loop()
        piece = self._pieces.get(about)
        if piece is None:
            piece = self._pieces[about] = _Piece(loop.time() + self._patience, asyncio.Event())
        if not self._is_looking:
            self._is_looking = True
            loop.call_soon(self._look, loop.time())
        await piece.begins.wait()

    def hasten(self, about: Hashable) -> None:
        """Somebody waits for what is about this: it begins now."""
        piece = self._pieces.get(about)
        if piece is not None:
            del self._pieces[about]
            piece.begins.set()

    def _look(self, wanted: float) -> None:
        loop = asyncio.get_running_loop()
        now, answers = loop.time(), self._answers()
        about, piece = next(iter(self._pieces.items()), (None, None))
        if piece is not None and (now > piece.due or not (answers or now - wanted > _LATE)):
            self.hasten(about)
        self._is_looking = bool(self._pieces)
        if self._is_looking:
            wanted = now + (_WHILE_ANSWERING if answers else _PAUSE)
            loop.call_at(wanted, self._look, wanted)
