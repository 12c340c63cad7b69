"""How long each seat has: a timer row for each that is waited for, at tables with a pace. Pure functions.

A deadline belongs to the moment since which everybody may know that a seat is waited for, not to its questions. So in a
private round nobody's deadline tells what somebody was asked, or how often.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.tables.waiting.hours import ALWAYS, LONGEST_HOLIDAY, Hours
from bot.tables.waiting.timing import DEADLINE, REMINDER, count
from storage import Timer, Timing, moment
from storage.columns import to_text

_REST, _PART = timedelta(hours=1), 0.1
"""The least time left, as a duration and as a part of the pace, if it ran out while the bot was away. The part also
applies to the time for a choice that was taken back."""


HALF, LATE = "half", "late"
"""The two reminders: at half of the time, and shortly before its end."""
_SHORTLY = (timedelta(minutes=1), timedelta(hours=2))
"""The least and the most that "shortly before the end" can be; in between it is a tenth of the time."""


_SLACK = timedelta(days=1)
"""Allowance for the nights in which a time begins and ends. Of every whole day at most half is quiet."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when a seat has time, and how often its person has been reminded."""

    until: datetime
    reminded: int = 0
    latest: datetime | None = None
    """The limit beyond which changed hours cannot put it off; None: the person's hours have not put it off."""


def of(timers: Iterable[Timer]) -> dict[str, Deadline]:
    """Return the deadlines by seat."""
    return {
        each.about: Deadline(each.due_at, count(each.payload.get("reminded")), moment(each.payload.get("latest")))
        for each in timers
        if each.kind == DEADLINE and not each.damaged
    }


def whole(now: datetime, length: timedelta, hours: Hours) -> Deadline:
    """Return the deadline for an answer asked for now, with the full time and these hours."""
    return Deadline(now + length) if hours == ALWAYS else Deadline(hours.after(now, length), 0, latest(now, length))


def again(now: datetime, pace: timedelta, left: float, hours: Hours) -> Deadline:
    """Return the deadline for a choice that was taken back: the seconds `left` of its time, but at least a tenth of the
    pace. It may be more than the pace, if that has been shortened since the question was asked."""
    return whole(now, max(timedelta(seconds=left), pace * _PART), hours)


def latest(now: datetime, length: timedelta) -> datetime:
    """Return when this much time is over at the latest, no matter which hours somebody sets meanwhile, and how
    often."""
    return now + 2 * length + _SLACK + LONGEST_HOLIDAY


def retimed(before: Deadline, now: datetime, former: Hours, hours: Hours) -> Deadline:
    """Return the deadline of a person who has other hours from now on, with the same time left by their clock."""
    left = former.awake(now, before.until)
    if left <= timedelta():
        return before
    last = before.latest or latest(now, left)
    return replace(before, until=min(hours.after(now, left), last), latest=last)


def changed(
    before: Mapping[str, Deadline],
    after: Mapping[str, Deadline],
    now: datetime,
    rests: Mapping[str, Hours],
    missed: Container[str] = (),
    calls: Sequence[str] = (HALF, LATE),
) -> Timing:
    """Return the changes of timer rows. Seats with a new deadline are reminded anew, as `calls` says, without those
    reminders that they already had.

    `rests`: by seat, when its person is left in peace. `missed`: seats that let their last time run out and whose
    person may be gone; they are called, but not reminded.
    """
    gone = [seat for seat in before if seat not in after]
    new = {seat: each.until for seat, each in after.items() if seat not in before or before[seat].until != each.until}
    return Timing(
        [
            *((DEADLINE, seat) for seat in gone),
            *((REMINDER, reminder(seat, which)) for seat in (*gone, *new) for which in (HALF, LATE)),
        ],
        [
            *(row(seat, each) for seat, each in after.items() if before.get(seat) != each),
            *(
                Timer(REMINDER, reminder(seat, which), moment)
                for seat, until in new.items()
                for which, moment in _calls(now, until, rests.get(seat, ALWAYS)).items()
                if which in calls[after[seat].reminded :] and seat not in missed
            ),
        ],
    )


def row(seat: str, deadline: Deadline) -> Timer:
    """Return the timer row of a deadline."""
    kept = {"latest": to_text(deadline.latest)} if deadline.latest is not None else {}
    return Timer(DEADLINE, seat, deadline.until, {"reminded": deadline.reminded, **kept} if deadline.reminded else kept)


def reminder(seat: str, which: str) -> str:
    """Return what the timer row of a reminder is about."""
    return f"{seat} {which}"


def rest(pace: timedelta) -> timedelta:
    """Return the least time that somebody has left whose time ran out while the bot was away."""
    return min(max(_REST, pace * _PART), pace)


def _calls(now: datetime, until: datetime, hours: Hours) -> dict[str, datetime]:
    """Return when somebody is reminded; never while they are left in peace."""
    left = hours.awake(now, until)
    least, most = _SHORTLY
    calls = {
        HALF: hours.after(now, left / 2),
        LATE: hours.after(now, max(left - min(max(left / 10, least), most), timedelta())),
    }
    calls = {which: moment for which, moment in calls.items() if moment < until}
    if len(calls) < 2:
        return calls
    return calls if calls[HALF] < calls[LATE] else {HALF: calls[HALF]}
