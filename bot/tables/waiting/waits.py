"""Changes of deadlines and calls: time is given or used up, hours change. The caller holds the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.tables.cache import TableCache
from bot.tables.context import without
from bot.tables.history.news import PACED
from bot.tables.table import Table
from bot.tables.waiting import calling, deadlines
from bot.tables.waiting.deadlines import Deadline
from bot.tables.waiting.hours import ALWAYS, Hours
from bot.tables.waiting.pace import DAY, length
from bot.tables.waiting.timing import REMINDER, changed_passes, merged
from storage import Timing


async def give_time(cache: TableCache, table: Table, until: Mapping[str, datetime | None]) -> Table:
    """Let these seats have time until a moment, with one reminder before it; None: the full time for an answer."""
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
    """Note that this seat is called again now: the messages show it, and this reminder is done."""
    now, before = cache.clock.now(), table.deadlines[seat]
    left = {**table.deadlines, seat: replace(before, reminded=before.reminded + 1)}
    after = replace(_called(table, now, seat), deadlines=left)
    come = Timing([(REMINDER, deadlines.reminder(seat, which))])
    return await _wait(cache, after, merged(come, changed(table, after, now)))


async def call(cache: TableCache, table: Table, *seats: str) -> Table:
    """Let these seats count as called now: the messages show it."""
    now = cache.clock.now()
    after = _called(table, now, *seats)
    return await _wait(cache, after, changed(table, after, now))


async def nudge(cache: TableCache, table: Table, seats: Sequence[str], later: Mapping[str, datetime]) -> Table:
    """Let these seats count as called now, because somebody waits for them; those in `later` are called (again)
    then."""
    now = cache.clock.now()
    after = _called(table, now, *seats, *later, nudged=True)
    after = replace(after, held={**after.held, **later})
    return await _wait(cache, after, changed(table, after, now))


def _called(table: Table, now: datetime, *seats: str, nudged: bool = False) -> Table:
    """Return the table at which these seats are called now."""
    called = {**table.called, **{seat: calling.called_now(table, seat, now, nudged=nudged) for seat in seats}}
    return replace(table, held=without(table.held, *seats), called=called)


async def _wait(cache: TableCache, after: Table, timing: Timing) -> Table:
    """Store a change of timers, which is all that has changed, and cache the table."""
    await cache.store.timers.change(timing, after.id)
    cache.put(after)
    return after


def changed(before: Table, after: Table, now: datetime) -> Timing:
    """Return the changes of all timer rows of a table from one state of it to the next, which begins now."""
    return merged(
        changed_passes(before.context.due, after.context.due),
        deadlines.changed(before.deadlines, after.deadlines, now, after.rests, after.context.missed),
        calling.changed(before.held, after.held),
        calling.renoted(before.called, after.called),
    )


def fresh(table: Table, now: datetime) -> dict[str, Deadline]:
    """Return the deadlines of all seats that get one, if everybody is asked just now."""
    if (pace := table.pace) is None:
        return {}
    rests = table.rests
    return {seat: deadlines.whole(now, pace, rests[seat]) for seat in table.hurried}


def lengthened(before: Table, after: Table, now: datetime) -> dict[str, Deadline]:
    """Return the deadlines of a table that has another pace from now on: nobody has less time than before. If there was
    no pace before, everybody has at least a day."""
    known = before.deadlines if before.pace is not None else fresh(_at(before, DAY), now)
    return {seat: max(known.get(seat, each), each, key=_until) for seat, each in fresh(after, now).items()}


def anew(table: Table, now: datetime) -> dict[str, Deadline]:
    """Return the deadlines of a game that goes on after a rest.

    A seat that has not answered since the pace changed has the longer of the two times: a rest must cost nobody time.
    """
    whole = fresh(table, now)
    for seat in whole:
        for each in table.context.log:
            if each.event.kind == PACED and each.number > table.context.acted.get(seat, 0):
                former = each.event.data.get("former", table.row.pace)
                before = fresh(_at(table, DAY if length(former) is None else former), now)
                whole[seat] = max(whole[seat], before[seat], key=_until)
    return whole


def _at(table: Table, pace: str) -> Table:
    """Return the table as it would be at that pace."""
    return replace(table, row=replace(table.row, pace=pace))


def _until(deadline: Deadline) -> datetime:
    return deadline.until


def _not_before(table: Table, seat: str, moment: datetime) -> datetime | None:
    """Return how far a deadline that is put off until `moment` can be put off at most; None if no limit is set."""
    before = table.deadlines.get(seat)
    return max(before.latest, moment) if before is not None and before.latest is not None else None


def retimed(
    table: Table, user_id: int, hours: Hours, now: datetime, at_most_whole: bool = False
) -> tuple[Table, Timing]:
    """Return the table with other hours for this person from now on, and the changes of its timer rows.

    Calls and reminders follow the new hours at once. A deadline follows another holiday, keeping the time left by the
    person's clock. Other quiet hours do not change a deadline: changing them to and fro would put it off without end.
    `at_most_whole`: the person has no more than the full time from now on.
    """
    seat = table.find(user_id)
    if seat is None:  # they have given it up meanwhile
        return table, Timing()
    after = replace(table, hours={**without(table.hours, user_id), **({user_id: hours} if hours != ALWAYS else {})})
    if not table.waiting or (after.rests == table.rests and not at_most_whole):
        return after, Timing()
    name, left, held = seat.seat, dict(table.deadlines), dict(table.held)
    former, other = (each.rests[name] for each in (table, after))
    if name in left and former.holiday != other.holiday:
        same_nights = replace(former, holiday=other.holiday) if former.quiet is not None else replace(other, quiet=None)
        left[name] = deadlines.retimed(left[name], now, former, same_nights)
    if name in left and at_most_whole:
        left[name] = min(left[name], fresh(after, now).get(name, left[name]), key=_until)
    if name in held:
        held[name] = calling.retimed(held[name], now, after, name)
    after = replace(after, deadlines=left, held=held)
    return after, changed(table, after, now)
