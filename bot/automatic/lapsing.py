"""What ends by itself: lobbies that nobody starts, votes that count no longer, seats that nobody takes, the time to
take a game up again."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from bot.tables import Refusal, Tables
from bot.tables.timing import LOBBY
from storage import Timer

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

    async def resume(self, gone: datetime | None) -> None:
        """Who came in vain while the bot was away has some time left."""
        timers, now = self._tables.store.timers, self._tables.cache.clock.now()
        for timer in await timers.due(now, [LOBBY]):
            left = _REST if gone is None else min(_REST, timer.due_at - gone)
            if not timer.damaged and left > timedelta():
                await timers.done(timer, now + left)


class Votes:
    """Forgets the votes that count no longer. They are about what was wanted then, so they lapse all the same while the
    bot is away."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def due(self, timer: Timer) -> datetime | None:
        with suppress(Refusal):
            return await self._tables.votes.lapse(timer.game_id or "", timer.about)
        return None

    async def resume(self, gone: datetime | None) -> None:
        """There is nothing to take up."""


class Offers:
    """Takes back the offers of seats that nobody has answered; also those whose time ran out while the bot was away, as
    the host can make them anew."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def due(self, timer: Timer) -> datetime | None:
        with suppress(Refusal):
            return await self._tables.hands.lapse(timer.game_id or "", timer.about)
        return None

    async def resume(self, gone: datetime | None) -> None:
        """There is nothing to take up."""


class Ended:
    """Seals the games that were ended and not taken up again in time. That is a promise of days: it holds all the same
    if the bot was away."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def due(self, timer: Timer) -> datetime | None:
        with suppress(Refusal):
            return await self._tables.seal(timer.game_id or "")
        return None

    async def resume(self, gone: datetime | None) -> None:
        """There is nothing to take up."""
