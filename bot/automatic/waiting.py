"""Every kind of timer at a table, with the handler that is called when it is due."""

from __future__ import annotations

from collections.abc import Callable

from bot.automatic.computers import Computers
from bot.automatic.deadlines import Deadlines
from bot.automatic.lapsing import Lobbies, Once, Retiming
from bot.automatic.passes import Passes
from bot.automatic.reminders import Reminders
from bot.clock import Alarm
from bot.tables import Tables
from bot.tables.errors import Elsewhere
from bot.tables.waiting.timing import CALL, DEADLINE, HOURS, LOBBY, OFFER, PASSES, REMINDER, SEAL, VOTE
from storage import Share


def alarm_for(tables: Tables, computers: Computers, there: Callable[[], Share] | None = None) -> Alarm:
    """Return an alarm for these tables, which the caller starts and stops. there: as `Alarm` takes it."""
    alarm = Alarm(tables.store, tables.cache.clock, there, (Elsewhere,))
    alarm.on(HOURS, Retiming(tables))  # before deadlines, which go by hours
    alarm.on(LOBBY, Lobbies(tables), for_people=True)
    alarm.on(VOTE, Once(tables.votes.lapse))  # votes count what was wanted then, whoever was away
    alarm.on(OFFER, Once(tables.handovers.lapse))  # the host can make it anew
    alarm.on(PASSES, Passes(tables))
    alarm.on(SEAL, Once(lambda game_id, _: tables.seal(game_id)))  # the promise was days, bot away or not
    alarm.on(CALL, Once(tables.moves.call))  # only those who have not moved on meanwhile
    alarm.on(DEADLINE, Deadlines(tables, computers), for_people=True)
    alarm.on(REMINDER, Reminders(tables), for_people=True)  # after deadlines: new time makes old reminders needless
    tables.listen(alarm.changed)
    return alarm
