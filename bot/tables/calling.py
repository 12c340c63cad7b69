"""When people are called whose move it is: at once if they are away, else only if they do not go on.

Pure: tables in, changes out. A seat that is not to be called yet has a row, set in the transaction of what asks it; who
is waited for and has none is called, which the announcer sees to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial

from bot.tables.errors import TooSoon, WrongMoment, again
from bot.tables.hours import ALWAYS
from bot.tables.table import Table
from bot.tables.timing import CALL, CALLED, LastCall, Repeats, changes, count
from storage import Timer, Timing

PATIENCE = timedelta(minutes=2)
"""Who did something so long ago, or sees the question, is called only if that time goes by without an answer."""
_PART = 0.4
"""Of the time that there is for an answer, at most: the first reminder comes at half of it."""
PEACE, _PEACE = timedelta(minutes=10), 0.2
"""Who was called is not called again so soon, nor within that part of the time for an answer: not when an undo brings
the question anew (whichever is less), and by no reminder (that part)."""
NUDGES = timedelta(minutes=5)
"""Who waits for somebody has them called no sooner after they were."""
Watching = Callable[[str, int], bool]
"""Whether this person has a panel of this game open, which shows what is asked."""
Pressed = Callable[[str, int], datetime | None]
"""When this person last pressed anything of this game, as far as that is remembered."""


def held(timers: Iterable[Timer]) -> dict[str, datetime]:
    """When each seat is called that is waited for, and not to be called yet."""
    return {each.about: each.due_at for each in timers if each.kind == CALL and not each.damaged}


def called(timers: Iterable[Timer]) -> dict[str, LastCall]:
    """The last calls of seats, as `Table.called`."""
    return {each.about: _read(each) for each in timers if each.kind == CALLED and not each.damaged}


def _read(row: Timer) -> LastCall:
    return LastCall(row.due_at, Repeats(count(row.payload.get("times")), count(row.payload.get("nudges"))))


def _row(seat: str, last: LastCall) -> Timer:
    return Timer(CALLED, seat, last.at, {"times": last.repeats.times, "nudges": last.repeats.nudges})


def repeated(table: Table, seat: str) -> Repeats:
    """How often the seat was called again for what it is asked now."""
    last, since = table.called.get(seat), table.waiting.get(seat)
    return last.repeats if last is not None and since is not None and last.at >= since else Repeats()


def called_now(table: Table, seat: str, now: datetime, *, nudged: bool) -> LastCall:
    """What becomes of that as the seat is called."""
    before = repeated(table, seat)
    return LastCall(now, Repeats(before.times + 1, before.nudges + nudged))


def last_call(table: Table, seat: str) -> LastCall | None:
    """The last call of the seat for what it is asked now; None: it was not called yet."""
    if seat in table.held:
        return None
    asked = table.waiting.get(seat)
    return table.called.get(seat) or (LastCall(asked) if asked is not None else None)


def called_at(table: Table, seat: str) -> datetime | None:
    """When that was."""
    last = last_call(table, seat)
    return last.at if last is not None else None


def nudgeable(table: Table, by: int | None, now: datetime) -> list[str]:
    """The seats that this person may have called: whoever is waited for but they. Raises WrongMoment, TooSoon."""
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
    """Whether the seat was called so shortly before that a reminder would only repeat it."""
    moment = called_at(table, seat)
    return moment is not None and table.pace is not None and now - moment < table.pace * _PEACE


def noted(before: Table, table: Table, now: datetime, *, undone: bool) -> dict[str, LastCall]:
    """`Table.called` after a step: of those who are asked as before, and for a while of whom an undo asks no more."""
    found = dict[str, LastCall]()
    if not table.waiting:
        return found
    for seat in (each.seat for each in table.seats if not each.is_computer):
        last = before.called.get(seat)
        if seat in before.waiting and before.waiting[seat] == table.waiting.get(seat):
            found |= {seat: last} if last is not None else {}
            continue
        if seat in before.waiting:
            last = last_call(before, seat) or last if undone else None
        if last is not None and now - last.at < _peace(table.pace):
            found[seat] = last
    return found


def after(before: Table | None, table: Table, now: datetime, watching: Watching) -> dict[str, datetime]:
    """The same for the table as it is now: who has been waited for since `before` is called when that was settled."""
    known = before.context.since if before is not None else {}
    kept = before.held if before is not None else {}
    people = {seat.seat: seat.user_id for seat in table.seats if not seat.is_computer}
    found = dict[str, datetime]()
    for seat in table.waiting:
        if seat in people and known.get(seat) == table.context.since[seat]:
            found |= {seat: kept[seat]} if seat in kept else {}
        elif seat in people:
            soonest = now + patience(table.pace) if _is_there(table, seat, now, watching) else now
            if seat in table.called:
                soonest = max(soonest, table.called[seat].at + _peace(table.pace))
            moment = table.rests.get(seat, ALWAYS).resting(soonest) or soonest
            found |= {seat: moment} if moment > now else {}
    return found


def changed(before: Mapping[str, datetime], after: Mapping[str, datetime]) -> Timing:
    """What changes in the rows if seats are called at other moments now."""
    return changes(CALL, before, after, partial(Timer, CALL))


def renoted(before: Mapping[str, LastCall], after: Mapping[str, LastCall]) -> Timing:
    """What changes in the rows that note the last calls."""
    return changes(CALLED, before, after, _row)


def patience(pace: timedelta | None) -> timedelta:
    """How long somebody is left alone who is there."""
    return PATIENCE if pace is None else min(PATIENCE, pace * _PART)


def _peace(pace: timedelta | None) -> timedelta:
    return PEACE if pace is None else min(PEACE, pace * _PEACE)


def put_off(table: Table, seat: str, now: datetime, pressed: Pressed) -> datetime:
    """When a seat is called whose row is due: now, unless its person rests, or is choosing just now."""
    user_id = table.seat(seat).user_id
    last = pressed(table.id, user_id) if user_id is not None else None
    soonest = now if last is None else max(now, last + patience(table.pace))
    return table.rests.get(seat, ALWAYS).resting(soonest) or soonest


def retimed(before: datetime, now: datetime, table: Table, seat: str) -> datetime:
    """When somebody is called who was not to be called until then, and has set other hours now."""
    soonest = min(before, now + patience(table.pace))
    return table.rests.get(seat, ALWAYS).resting(soonest) or soonest


def _is_there(table: Table, seat: str, now: datetime, watching: Watching) -> bool:
    """Whether the person sees by themselves that it is their move."""
    there = table.seat(seat)
    if there.user_id is None:
        return False
    seen = table.context.seen.get(seat)
    last = max(there.joined_at, datetime.fromisoformat(seen)) if seen else there.joined_at
    return now - last < PATIENCE or watching(table.id, there.user_id)
