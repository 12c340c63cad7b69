"""Reminders: who has time left is called again at half of it and shortly before its end, once each.

What is stored is that somebody was called again; the announcer sees to it that messages show that, whatever fails.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

from bot.automatic.isolated import isolated
from bot.tables import Tables
from bot.tables.errors import NoGame
from bot.tables.timing import REMINDER
from storage import Share, Timer

_NOBODY = (datetime.max.replace(tzinfo=UTC), 0)


class Reminders:
    """Calls again those who are waited for."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def due(self, timer: Timer) -> datetime | None:
        seat, _, which = timer.about.partition(" ")
        if not timer.damaged:  # one whose moment nobody knows is left out: there is another
            with suppress(NoGame):
                return await self._tables.moves.remind(timer.game_id or "", seat, which)
        return None

    async def resume(self, gone: datetime | None, share: Share) -> None:
        """Of what came due while the bot was away each person is told once at most, at the table where it is most
        urgent; who was given more time then, there not at all: that comes with a reminder of its own."""
        timers, now = self._tables.store.timers, self._tables.cache.clock.now()
        late, told = list[tuple[tuple[datetime, int] | None, Timer]](), set[int]()
        for timer in await timers.due(now, [REMINDER], share=share):
            with isolated(timer.game_id):
                late.append((await self._whose(timer), timer))
        for whose, timer in sorted(late, key=lambda each: each[0] or _NOBODY):
            if whose is None or whose[1] in told:
                await timers.done(timer)
            else:
                told.add(whose[1])

    async def _whose(self, timer: Timer) -> tuple[datetime, int] | None:
        """Until when somebody has time whom this reminds, and who; nobody who is about to be called at all."""
        with suppress(NoGame):
            table, seat = await self._tables.look(timer.game_id or ""), timer.about.partition(" ")[0]
            user_id = next((each.user_id for each in table.seats if each.seat == seat), None)
            if user_id is not None and seat in table.deadlines and seat not in table.held and not timer.damaged:
                return table.deadlines[seat].until, user_id
        return None
