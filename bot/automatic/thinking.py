"""A separate process in which slow computer players think, for all tables, one question after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import ParamSpec, TypeVar

import agents
from bot.worker import Died, Worker
from game.core.decisions import Decision
from game.core.discover import kit
from game.core.judging.hint import Hint, hint
from game.core.protocol import View

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

_LONGEST = 20.0
"""Seconds after which a question is given up, and the process ended: far more than any player takes."""
_TRIES = 3


class Thinking:
    """`await answer(...)` returns a computer player's answer, `hint(...)` the best answers for a person.

    First come, first served. A table asks one thing at a time, so it waits for at most one answer of each other table.
    The process is sent what the seat may know and a seed, never the game.
    """

    def __init__(self) -> None:
        self._worker = Worker(longest=_LONGEST)
        self._turn = asyncio.Lock()  # first come, first served
        self._asked = 0

    @property
    def waiting(self) -> int:
        """The number of questions that are thought about or wait for that."""
        return self._asked

    @property
    def closed(self) -> bool:
        return self._worker.closed

    async def answer(self, game: str, player: str, view: View, decision: Decision, seed: str) -> str:
        """Return a token. A player that thinks by a clock has less time the more others wait.

        Raises Died, also once closed, and whatever the player raises.
        """
        seconds = agents.takes(player, kit(game)) / (1 + self._asked)
        return await self._done(answered, game, player, view, decision, seed, seconds)

    async def hint(self, game: str, view: View, decision: Decision, seed: str) -> Hint | None:
        """Return the best answers; the game must have a judge, else None. Raises Died."""
        return await self._done(hinted, game, view, decision, seed)

    async def _done(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do work in the process. If the process dies over it, it is tried again, `_TRIES` times in all. Raises
        Died."""
        self._asked += 1
        try:
            async with self._turn:
                for _ in range(_TRIES - 1):
                    try:
                        return await self._worker.do(work, *args, **kwargs)
                    except Died as died:
                        if self._worker.closed:
                            raise
                        log.error(f"the process that thinks {died}", extra={"work": work.__name__})
                return await self._worker.do(work, *args, **kwargs)
        finally:
            self._asked -= 1

    async def close(self) -> None:
        """Stop thinking at once."""
        await self._worker.close()


def answered(game: str, player: str, view: View, decision: Decision, seed: str, seconds: float) -> str:
    """Return the token that the player chooses within so many seconds. Any process can run this."""
    until = monotonic() + seconds
    return agents.hurried(player, kit(game), lambda: monotonic() > until)(view, decision, Random(seed))


def hinted(game: str, view: View, decision: Decision, seed: str) -> Hint | None:
    """Return the best answers; None for a game without a judge. Any process can run this."""
    judge = kit(game).judge
    return hint(judge, view, decision, Random(seed)) if judge is not None else None
