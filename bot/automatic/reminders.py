"""Reminders: a person whom the table waits for is called again at half of their time and shortly before its end, once
each.

Only the fact that somebody was called again is stored; the announcer makes messages show it, whatever fails.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

from bot.automatic.isolated import isolated
from bot.tables import Tables
from bot.tables.errors import NoGame
from bot.tables.waiting.timing import REMINDER
from storage import Share, Timer

_NOBODY = (datetime.max.replace(tzinfo=UTC), 0)


class Reminders:
    """Calls the people again whom a table waits for."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def due(self, timer: Timer) -> datetime | None:
        seat, _, which = timer.about.partition(" ")
        if not timer.damaged:  # a damaged one, whose moment is unknown, is skipped: there is another
            with suppress(NoGame):
                return await self._tables.moves.remind(timer.game_id or "", seat, which)
        return None

    async def resume(self, gone: datetime | None, share: Share) -> None:
        """Of the reminders that came due while the bot was away, each person gets at most one, at the table where it is
        most urgent. At tables where they were given more time they get none: that time comes with reminders of its
        own."""
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
        """Return the deadline and user id of the person whom this reminds; None if nobody is to be reminded, as when
        their first call is still to come."""
        with suppress(NoGame):
            table, seat = await self._tables.look(timer.game_id or ""), timer.about.partition(" ")[0]
            user_id = table.user_of(seat)
            if user_id is not None and seat in table.deadlines and seat not in table.held and not timer.damaged:
                return table.deadlines[seat].until, user_id
        return None
