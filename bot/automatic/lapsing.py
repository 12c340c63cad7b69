"""What ends by itself: lobbies that nobody starts, and whatever is simply done when its moment has come."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta

from bot.tables import Refusal, Tables
from bot.tables.timing import LOBBY
from storage import Share, Timer

_REST = timedelta(hours=1)
"""How long a lobby is open that ran out while the bot was away: somebody may have wanted to start it."""


class Lobbies:
    """Closes the lobbies that nobody has started for a day."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def due(self, timer: Timer) -> datetime | None:
        with suppress(Refusal):
            return await self._tables.lobby.close_old(timer.game_id or "", None if timer.damaged else timer.due_at)
        return None

    async def resume(self, gone: datetime | None, share: Share) -> None:
        """Who came in vain while the bot was away has some time left."""
        timers, now = self._tables.store.timers, self._tables.cache.clock.now()
        for timer in await timers.due(now, [LOBBY], share=share):
            left = _REST if gone is None else min(_REST, timer.due_at - gone)
            if not timer.damaged and left > timedelta():
                await timers.done(timer, now + left)


class Once:
    """Does one thing when its moment has come, also if that was while the bot was away: there is nothing to take up."""

    def __init__(self, work: Callable[[str, str], Awaitable[datetime | None]]) -> None:
        """work: told the game and what it is about; the moment at which to look again, or None. It may refuse."""
        self._work = work

    async def due(self, timer: Timer) -> datetime | None:
        with suppress(Refusal):
            return await self._work(timer.game_id or "", timer.about)
        return None

    async def resume(self, gone: datetime | None, share: Share) -> None:
        """There is nothing to take up."""
