"""Time for answers: given, used up, and by whose hours it goes; and calls. Whoever changes it holds the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.tables import calling, deadlines
from bot.tables.cache import TableCache
from bot.tables.context import without
from bot.tables.deadlines import Deadline
from bot.tables.hours import ALWAYS, Hours
from bot.tables.news import PACED
from bot.tables.pace import DAY, length
from bot.tables.table import Table
from bot.tables.timing import REMINDER, changed_passes, merged
from storage import Timing


async def give_time(cache: TableCache, table: Table, until: Mapping[str, datetime | None]) -> Table:
    """Let these seats have time until then, and be called again once; None: for as long as an answer may take."""
    now = cache.clock.now()
    whole = fresh(table, now)
    lost = {seat: whole[seat] for seat, moment in until.items() if seat in whole and moment is None}
    given = {
        seat: Deadline(moment, latest=_not_before(table, seat, moment))
        for seat, moment in until.items()
        if seat in whole and moment is not None
    }
    timing = merged(
        deadlines.changed({}, lost, now, table.rests, table.context.missed),
        deadlines.changed({}, given, now, table.rests, calls=[deadlines.HALF]),
    )
    return await _wait(cache, replace(table, deadlines={**table.deadlines, **lost, **given}), timing)


async def remind(cache: TableCache, table: Table, seat: str, which: str) -> Table:
    """Note that this seat is called again now: the messages show it, and the reminder is no more to come."""
    now, before = cache.clock.now(), table.deadlines[seat]
    left = {**table.deadlines, seat: replace(before, reminded=before.reminded + 1)}
    after = replace(_called(table, now, seat), deadlines=left)
    come = Timing([(REMINDER, deadlines.reminder(seat, which))])
    return await _wait(cache, after, merged(come, changed(table, after, now)))


async def call(cache: TableCache, table: Table, *seats: str) -> Table:
    """These seats are called from now on: the messages show it."""
    now = cache.clock.now()
    after = _called(table, now, *seats)
    return await _wait(cache, after, changed(table, after, now))


async def nudge(cache: TableCache, table: Table, seats: Sequence[str], later: Mapping[str, datetime]) -> Table:
    """The same by the word of somebody who waits for them; those in `later` are called (again) from then on."""
    now = cache.clock.now()
    after = _called(table, now, *seats, *later, nudged=True)
    after = replace(after, held={**after.held, **later})
    return await _wait(cache, after, changed(table, after, now))


def _called(table: Table, now: datetime, *seats: str, nudged: bool = False) -> Table:
    """The table at which these are called now."""
    called = {**table.called, **{seat: calling.called_now(table, seat, now, nudged=nudged) for seat in seats}}
    return replace(table, held=without(table.held, *seats), called=called)


async def _wait(cache: TableCache, after: Table, timing: Timing) -> Table:
    """Store what has changed in that, and nothing else has."""
    await cache.store.timers.change(timing, after.id)
    cache.put(after)
    return after


def changed(before: Table, after: Table, now: datetime) -> Timing:
    """What changes in the rows of all that waits at a table from one moment of it to the next, which is now."""
    return merged(
        changed_passes(before.context.due, after.context.due),
        deadlines.changed(before.deadlines, after.deadlines, now, after.rests, after.context.missed),
        calling.changed(before.held, after.held),
        calling.renoted(before.called, after.called),
    )


def fresh(table: Table, now: datetime) -> dict[str, Deadline]:
    """The deadlines of all that are waited for, if everybody is asked just now."""
    pace, rests = table.pace, table.rests
    if pace is None:
        return {}
    return {seat: deadlines.whole(now, pace, rests.get(seat, ALWAYS)) for seat in table.hurried}


def lengthened(before: Table, after: Table, now: datetime) -> dict[str, Deadline]:
    """Those of a table that has another pace from now on: nobody has less time than before. Who had no end of it has a
    day at least."""
    known = before.deadlines if before.pace is not None else fresh(_at(before, DAY), now)
    return {seat: max(known.get(seat, each), each, key=_until) for seat, each in fresh(after, now).items()}


def anew(table: Table, now: datetime) -> dict[str, Deadline]:
    """Those of a game that goes on after a rest: who has not answered since the pace became another has the longer time
    of the two, for a rest is to take nobody's time either."""
    whole = fresh(table, now)
    for seat in whole:
        for each in table.context.log:
            if each.event.kind == PACED and each.number > table.context.acted.get(seat, 0):
                former = each.event.data.get("former", table.row.pace)
                before = fresh(_at(table, DAY if length(former) is None else former), now)
                whole[seat] = max(whole[seat], before[seat], key=_until)
    return whole


def _at(table: Table, pace: str) -> Table:
    """The table as it would be at that pace."""
    return replace(table, row=replace(table.row, pace=pace))


def _until(deadline: Deadline) -> datetime:
    return deadline.until


def _not_before(table: Table, seat: str, moment: datetime) -> datetime | None:
    """Beyond which nothing puts this seat's time off, which was put off until then."""
    before = table.deadlines.get(seat)
    return max(before.latest, moment) if before is not None and before.latest is not None else None


def retimed(table: Table, user_id: int, hours: Hours, now: datetime) -> tuple[Table, Timing]:
    """The table, at which this person has other hours from now on.

    Calls and reminders go by them at once, and a deadline by another holiday, with what is left of it. Other quiet
    hours leave a deadline as it is: turned round again and again they would put it off without end.
    """
    after = replace(table, hours={**without(table.hours, user_id), **({user_id: hours} if hours != ALWAYS else {})})
    seat = table.find(user_id)
    if seat is None or not table.waiting or after.rests == table.rests:
        return after, Timing()
    name, left, held = seat.seat, dict(table.deadlines), dict(table.held)
    former, other = (each.rests.get(name, ALWAYS) for each in (table, after))
    if name in left and former.holiday != other.holiday:
        same_nights = replace(former, holiday=other.holiday) if former.quiet is not None else other
        left[name] = deadlines.retimed(left[name], now, former, same_nights)
    if name in held:
        held[name] = calling.retimed(held[name], now, after, name)
    after = replace(after, deadlines=left, held=held)
    return after, changed(table, after, now)
