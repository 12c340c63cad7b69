"""Deadlines: when somebody's time is up, a cautious computer player makes that one move, with all questions that belong
to the same step; the person plays on with the next."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta

from bot.automatic.computers import Computers
from bot.automatic.isolated import isolated
from bot.tables import Refusal, Table, Tables
from bot.tables.errors import NoGame
from bot.tables.waiting import pace
from bot.tables.waiting.deadlines import rest
from bot.tables.waiting.hours import HOLIDAY, OFF, QUIET
from bot.tables.waiting.timing import DEADLINE
from game.core.decisions import PASS
from game.core.errors import MoveError
from storage import Share, Timer

log = logging.getLogger(__name__)


class Deadlines:
    """Makes the moves of those whose time is up."""

    def __init__(self, tables: Tables, computers: Computers) -> None:
        self._tables = tables
        self._computers = computers

    async def due(self, timer: Timer) -> datetime | None:
        """Answer for the seat until it has time again, and return its next deadline; None if it has none.

        A secret round gives a seat one deadline for all its questions there, so nothing tells how many it was asked.
        """
        game_id, seat = timer.game_id or "", timer.about
        with suppress(NoGame):
            table = await self._tables.look(game_id)
            if timer.damaged:
                table = await self._tables.moves.give_time(game_id, {seat: None})
            while (until := _until(table, seat)) is not None and until <= self._tables.cache.clock.now():
                with suppress(Refusal):  # the person was faster, or the game has just been paused
                    await self._move(table, seat)
                table = await self._tables.look(game_id)
            return until
        return None

    async def resume(self, gone: datetime | None, share: Share) -> None:
        """Give people a fair rest of time if their deadline passed, or nearly so, while the bot was away and they could
        not answer; but no more than they had left when it went. A seat without a deadline, as at tables of earlier
        versions, gets one."""
        now = self._tables.cache.clock.now()

        def soon(name: str) -> datetime | None:
            length = pace.length(name)
            return now + rest(length) if length is not None else None

        for row in await self._tables.store.games.short_of_time(DEADLINE, soon, (QUIET, HOLIDAY), OFF, share):
            with isolated(row.id):
                table = await self._tables.look(row.id)
                fair = {seat: until for seat in table.waiting if (until := self._fair(table, seat, gone, now))}
                lost = dict.fromkeys(seat for seat in table.hurried if seat not in table.deadlines)
                if fair or lost:
                    await self._tables.moves.give_time(row.id, {**lost, **fair})

    def _fair(self, table: Table, seat: str, gone: datetime | None, now: datetime) -> datetime | None:
        """Return the later deadline that the seat is to have; None if its own is late enough."""
        if table.pace is None or seat not in table.deadlines:
            return None
        until, least = table.deadlines[seat].until, rest(table.pace)
        rests = table.rests[seat]
        left = least if gone is None else min(least, rests.awake(gone, until))
        later = rests.after(now, left)
        return later if left > timedelta() and later > until else None

    async def _move(self, table: Table, seat: str) -> None:
        number = table.questions[seat].number
        try:
            tokens = await self._computers.cautious(table, seat)
            await self._tables.moves.play_late(table.id, seat, number, tokens)
        except MoveError:
            log.exception("a move for somebody whose time is up is not legal", extra={"game": table.id, "seat": seat})
            legal = table.pending[seat].tokens
            await self._tables.moves.play_late(table.id, seat, number, (PASS if PASS in legal else legal[0],))


def _until(table: Table, seat: str) -> datetime | None:
    """Return the deadline of a seat that is asked something now; None if it is asked nothing or has no deadline."""
    is_asked = table.goes_on and seat in table.questions
    return table.deadlines[seat].until if is_asked and seat in table.deadlines else None
