"""When people are called whose move it is: at once if they are away, else only if they do not go on by themselves.

Pure functions from tables to changes. A seat that is not to be called yet has a timer row, set in the transaction of
what asks it; a seat that is waited for and has none is called by the announcer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial

from bot.tables.errors import TooSoon, WrongMoment, again
from bot.tables.table import Table
from bot.tables.waiting.timing import CALL, CALLED, LastCall, Repeats, changes, count
from storage import Timer, Timing

PATIENCE = timedelta(minutes=2)
"""A person who acted so recently, or sees the question, is called only if they do not answer within this time."""
_PART = 0.4
"""The patience is at most this part of the time for an answer, since the first reminder comes at half of it."""
CALL_GAP, _CALL_GAP_PART = timedelta(minutes=10), 0.2
"""How soon after a call the same person may be called again: at the least of this duration and this part of the time
for an answer, when an undo asks the question anew; at that part of it by reminders."""
NUDGES = timedelta(minutes=5)
"""Whoever waits for people can have them called this long after their last call."""
Watching = Callable[[str, int], bool]
"""Whether this person has a panel of this game open, which shows what is asked."""
Pressed = Callable[[str, int], datetime | None]
"""When this person last pressed anything of this game, as far as remembered."""


def held(timers: Iterable[Timer]) -> dict[str, datetime]:
    """Return, by seat, when to call those that are waited for and not to be called yet."""
    return {each.about: each.due_at for each in timers if each.kind == CALL and not each.damaged}


def called(timers: Iterable[Timer]) -> dict[str, LastCall]:
    """Return the last calls by seat, as `Table.called`."""
    return {each.about: _read(each) for each in timers if each.kind == CALLED and not each.damaged}


def _read(row: Timer) -> LastCall:
    return LastCall(row.due_at, Repeats(count(row.payload.get("times")), count(row.payload.get("nudges"))))


def _row(seat: str, last: LastCall) -> Timer:
    return Timer(CALLED, seat, last.at, {"times": last.repeats.times, "nudges": last.repeats.nudges})


def repeated(table: Table, seat: str) -> Repeats:
    """Return how often the seat was called again for what it is asked now."""
    last, since = table.called.get(seat), table.waiting.get(seat)
    return last.repeats if last is not None and since is not None and last.at >= since else Repeats()


def called_now(table: Table, seat: str, now: datetime, *, nudged: bool) -> LastCall:
    """Return the seat's last call if it is called now, counting this one."""
    before = repeated(table, seat)
    return LastCall(now, Repeats(before.times + 1, before.nudges + nudged))


def last_call(table: Table, seat: str) -> LastCall | None:
    """Return the last call of the seat for what it is asked now; None if it has not been called yet."""
    if seat in table.held:
        return None
    asked = table.waiting.get(seat)
    return table.called.get(seat) or (LastCall(asked) if asked is not None else None)


def called_at(table: Table, seat: str) -> datetime | None:
    """Return when the seat was last called for what it is asked now; None if it has not been called yet."""
    last = last_call(table, seat)
    return last.at if last is not None else None


def nudgeable(table: Table, by: int | None, now: datetime) -> list[str]:
    """Return the seats that this person may have called: all people who are waited for, except themselves.

    Raises WrongMoment, TooSoon.
    """
    people = [seat for seat in table.people if seat.seat in table.waiting]
    asked = [seat.seat for seat in people if seat.user_id != by]
    if not people:
        raise WrongMoment("The table waits for nobody whom I could call.")
    if not asked:
        raise WrongMoment("The table waits for you alone: press **Your move** on the board.")
    called = [moment for seat in asked if (moment := called_at(table, seat)) is not None and moment <= now]
    if called and (soonest := max(called) + NUDGES) > now:
        raise TooSoon(f"They were asked or called just now. {again(soonest)}")
    return asked


def is_fresh(table: Table, seat: str, now: datetime) -> bool:
    """Return whether the seat's last call is so recent that a reminder would only repeat it."""
    moment = called_at(table, seat)
    return moment is not None and table.pace is not None and now - moment < table.pace * _CALL_GAP_PART


def calls_after(before: Table, table: Table, now: datetime, *, undone: bool) -> dict[str, LastCall]:
    """Return `Table.called` after a step: the calls of seats that are asked as before, and for a while those of seats
    that are not asked any more because of an undo."""
    found = dict[str, LastCall]()
    if not table.waiting:
        return found
    for seat in (each.seat for each in table.seats if not each.is_computer):
        last = before.called.get(seat)
        is_same = seat in before.waiting and before.waiting[seat] == table.waiting.get(seat)
        if seat in before.waiting and not is_same:
            last = (last_call(before, seat) or last) if undone else None
        if last is not None and (is_same or now - last.at < _call_gap(table.pace)):
            found[seat] = last
    return found


def after(before: Table | None, table: Table, now: datetime, watching: Watching) -> dict[str, datetime]:
    """Return `Table.held` for the table as it is now; a seat that was waited for at `before` too keeps its moment."""
    known = before.context.since if before is not None else {}
    kept = before.held if before is not None else {}
    people = {seat.seat for seat in table.seats if not seat.is_computer}
    found = dict[str, datetime]()
    for seat in [each for each in table.waiting if each in people]:
        if known.get(seat) == table.context.since[seat]:
            if seat in kept:
                found[seat] = kept[seat]
        else:
            soonest = now + patience(table.pace) if _is_there(table, seat, now, watching) else now
            if seat in table.called:
                soonest = max(soonest, table.called[seat].at + _call_gap(table.pace))
            moment = table.rests[seat].resting(soonest) or soonest
            if moment > now:
                found[seat] = moment
    return found


def changed(before: Mapping[str, datetime], after: Mapping[str, datetime]) -> Timing:
    """Return the changes of timer rows for calls that are put off."""
    return changes(CALL, before, after, partial(Timer, CALL))


def renoted(before: Mapping[str, LastCall], after: Mapping[str, LastCall]) -> Timing:
    """Return the changes of the rows that note last calls."""
    return changes(CALLED, before, after, _row)


def patience(pace: timedelta | None) -> timedelta:
    """Return how long somebody who is present is left to answer before being called."""
    return PATIENCE if pace is None else min(PATIENCE, pace * _PART)


def _call_gap(pace: timedelta | None) -> timedelta:
    return CALL_GAP if pace is None else min(CALL_GAP, pace * _CALL_GAP_PART)


def put_off(table: Table, seat: str, now: datetime, pressed: Pressed) -> datetime:
    """Return when to call a seat whose row is due: now, unless its person is left in peace or is choosing right now."""
    user_id = table.seat(seat).user_id
    last = pressed(table.id, user_id) if user_id is not None else None
    soonest = now if last is None else max(now, last + patience(table.pace))
    return table.rests[seat].resting(soonest) or soonest


def retimed(before: datetime, now: datetime, table: Table, seat: str) -> datetime:
    """Return when to call a person whose call was put off until `before` and who has changed their hours now."""
    soonest = min(before, now + patience(table.pace))
    return table.rests[seat].resting(soonest) or soonest


def _is_there(table: Table, seat: str, now: datetime, watching: Watching) -> bool:
    """Return whether the person notices by themselves that it is their move."""
    there = table.seat(seat)
    if there.user_id is None:
        return False
    seen = table.context.seen.get(seat)
    last = max(there.joined_at, datetime.fromisoformat(seen)) if seen else there.joined_at
    return now - last < PATIENCE or watching(table.id, there.user_id)
