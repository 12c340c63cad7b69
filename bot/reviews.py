"""Reviews of finished games: made in a separate process, and cached."""

from __future__ import annotations

import asyncio
import logging

from cachetools import LRUCache

from bot.tables import Table, Tables
from bot.tables.errors import WrongMoment
from bot.tables.history.holders import Succession
from bot.tables.tables import other_rules
from bot.worker import Died, Worker
from game.core import discover
from game.core.english import listed
from game.core.history import History
from game.core.judging import telling
from game.core.judging.review import review
from game.core.judging.telling import Report

log = logging.getLogger(__name__)

_KEPT = 200
"""Reviews that are cached, some ten kilobytes each."""
_NICE, _LONGEST = 5, 600.0
"""The niceness of the process, which gives way to all others, and the seconds after which it gives up a review."""


class Reviews:
    """`await of(table)` returns the review of a finished game, which is made once for all who ask.

    Everything in it is public by then, as is the game's record, from whose seed it is made.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._worker = Worker(_NICE, _LONGEST)
        self._found: LRUCache[str, asyncio.Task[Report]] = LRUCache(_KEPT)
        """The tasks that make reviews, by game id; finished ones too."""
        self._cleared = 0
        """How often all were dropped. A review that was begun before that contains names to be forgotten, and is not
        kept."""
        tables.people.forgotten.append(self.clear)

    def has(self, game_id: str) -> bool:
        """Return whether this review is finished."""
        found = self._found.get(game_id)
        return found is not None and found.done()

    def asked(self, game_id: str) -> bool:
        """Return whether somebody has asked for it."""
        return game_id in self._found

    async def of(self, table: Table) -> Report:
        """Return the review of this game. Raises NoGame; WrongMoment, also if it cannot be made now."""
        if table.kit.judge is None:
            only = f", only of {listed(games)}" if (games := _reviewed_games()) else ""
            raise WrongMoment(f"There are no reviews of {table.kit.title}{only}.")
        task, before = self._found.get(table.id), self._cleared
        if task is None:
            history = await self._tables.history(table.id)  # of a game that is over: its record is public
            read_now = await self._tables.look(table.id)  # what the caller read may name somebody forgotten since
            succession = await self._tables.logbook.makers(read_now)
            task = self._found.get(table.id)  # somebody else was quicker
        if task is None:
            task = asyncio.create_task(self._made(history, succession))
            task.add_done_callback(lambda done: self._forget(table.id, done))
            if before == self._cleared:
                self._found[table.id] = task
        return await asyncio.shield(task)

    def clear(self) -> None:
        """Drop all reviews, because they contain people's names; they are made anew when asked for."""
        self._cleared += 1
        self._found.clear()

    async def close(self) -> None:
        """End the process."""
        await self._worker.close()

    async def _made(self, history: History, succession: Succession) -> Report:
        try:
            with other_rules():
                return await self._worker.do(reviewed, history, succession)
        except Died as died:
            if not self._worker.closed:
                log.error(f"the process that reviews {died}")
            raise WrongMoment("The review could not be made just now. Try again in a moment.") from None

    def _forget(self, game_id: str, done: asyncio.Task[Report]) -> None:
        """Drop a failed attempt, so that the next call tries again."""
        if (done.cancelled() or done.exception() is not None) and self._found.get(game_id) is done:
            del self._found[game_id]


def _reviewed_games() -> list[str]:
    """Return the titles of the games that have reviews."""
    return [kit.title for kit in discover.kits().values() if kit.has("judge")]


def reviewed(history: History, succession: Succession) -> Report:
    """Return the review in words. Any process can run this."""
    kit = discover.kit(history.game)
    return telling.report(review(history), kit, lambda ply: succession.at(ply).names, succession.late)
