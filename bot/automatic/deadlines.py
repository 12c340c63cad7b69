"""Time that is up: a computer player makes that one move, as cautiously as it can, with all that is one step of it; the
person goes on with the next."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta

from bot.automatic.computers import Computers
from bot.automatic.isolated import isolated
from bot.tables import Refusal, Table, Tables, pace
from bot.tables.deadlines import rest
from bot.tables.errors import NoGame
from bot.tables.hours import ALWAYS, HOLIDAY, OFF, QUIET
from bot.tables.timing import DEADLINE
from game.core.decisions import PASS
from game.core.errors import MoveError
from storage import Share, Status, Timer

log = logging.getLogger(__name__)


class Deadlines:
    """Moves for those whose time is up."""

    def __init__(self, tables: Tables, computers: Computers) -> None:
        self._tables = tables
        self._computers = computers

    async def due(self, timer: Timer) -> datetime | None:
        """Answer until the seat has time again: in a round in which all choose in secret it has one time for all that
        it is asked there, so nothing tells how much that was."""
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
        """Give those a fair rest whose time ran out, or nearly so, while the bot was away and they could not answer:
        but no more than they had left when it went. Who has no deadline, as at tables of former versions, gets one."""
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
        """Until when the seat is to have time, if that is later than it has."""
        if table.pace is None or seat not in table.deadlines:
            return None
        until, least = table.deadlines[seat].until, rest(table.pace)
        rests = table.rests.get(seat, ALWAYS)
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
    """Until when a seat has time that is asked something now: the one place that knows whether its time is up."""
    if table.status is not Status.RUNNING or table.paused or seat not in table.questions:
        return None
    return table.deadlines[seat].until if seat in table.deadlines else None
