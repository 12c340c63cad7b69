"""What happens by itself: lobbies that nobody starts close, other hours take effect, and whatever is simply done when
it is due."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta

from bot.automatic.isolated import isolated
from bot.tables import Refusal, Tables
from bot.tables.waiting.timing import LOBBY
from storage import Share, Timer

_REST = timedelta(hours=1)
"""The most time that is left to a lobby that expired while the bot was away: somebody may have wanted to start it."""
_AT_ONCE = 50
"""How many of them are looked after together, as their changes then share a commit where storage is a file."""


class Lobbies:
    """Closes the lobbies that nobody has started for a day."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def due(self, timer: Timer) -> datetime | None:
        with suppress(Refusal):
            return await self._tables.lobby.close_old(timer.game_id or "", None if timer.damaged else timer.due_at)
        return None

    async def resume(self, gone: datetime | None, share: Share) -> None:
        """Leave some time to the lobbies that expired while the bot was away, for people who came in vain."""
        now = self._tables.cache.clock.now()
        due = await self._tables.store.timers.due(now, [LOBBY], share=share)
        for at in range(0, len(due), _AT_ONCE):
            await asyncio.gather(*(self._keep_open(timer, gone, now) for timer in due[at : at + _AT_ONCE]))

    async def _keep_open(self, timer: Timer, gone: datetime | None, now: datetime) -> None:
        left = _REST if gone is None else min(_REST, timer.due_at - gone)
        if not timer.damaged and left > timedelta():
            with isolated(timer.game_id):
                await self._tables.lobby.keep_open(timer.game_id or "", now + left)


class Retiming:
    """Lets tables go by the hours that people have set while another process, or none, held the game."""

    def __init__(self, tables: Tables) -> None:
        self._people = tables.people

    async def due(self, timer: Timer) -> None:
        with suppress(Refusal):
            await self._people.retime(timer)

    async def resume(self, gone: datetime | None, share: Share) -> None:
        await self._people.retime_all(share)


class Once:
    """Does one thing when it is due, even if that was while the bot was away."""

    def __init__(self, work: Callable[[str, str], Awaitable[datetime | None]]) -> None:
        """work: called with the game's id and what the timer is about; returns when to look again, or None. It may
        raise Refusal."""
        self._work = work

    async def due(self, timer: Timer) -> datetime | None:
        with suppress(Refusal):
            return await self._work(timer.game_id or "", timer.about)
        return None

    async def resume(self, gone: datetime | None, share: Share) -> None:
        """Do nothing: what is due is still right when it is done late."""
