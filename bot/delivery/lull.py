"""Work that nobody waits for begins when the event loop has little else to do: answers go before it."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import NamedTuple

_PAUSE = 0.0005
"""Seconds between two looks at whether the next piece may begin."""
_BUSY = 0.002
"""As long between them says that the event loop has much to do."""


class _Piece(NamedTuple):
    due: float
    begins: asyncio.Future[None]


class Lull:
    """Pieces of work begin one by one, in the order in which they came."""

    def __init__(self, patience: float = 0.5) -> None:
        """patience: seconds after which a piece begins however much there is to do."""
        self._patience = patience
        self._pieces = deque[_Piece]()
        self._is_looking = False

    async def comes(self) -> None:
        """Until the next piece of work may begin."""
        loop = asyncio.get_running_loop()
        piece = _Piece(loop.time() + self._patience, loop.create_future())
        self._pieces.append(piece)
        if not self._is_looking:
            self._is_looking = True
            loop.call_soon(self._look, loop.time())
        await piece.begins

    def _look(self, before: float) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        while self._pieces and self._pieces[0].begins.done():  # nobody wants it any more
            self._pieces.popleft()
        if self._pieces and (now - before < _BUSY or now > self._pieces[0].due):
            self._pieces.popleft().begins.set_result(None)
        self._is_looking = bool(self._pieces)
        if self._is_looking:
            loop.call_later(_PAUSE, self._look, now)
