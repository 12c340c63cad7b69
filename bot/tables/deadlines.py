"""How long each seat has: a row for each that is waited for, at tables with a pace. Pure: tables in, changes out.

A deadline belongs to what everybody may know, since when a seat is waited for, and not to its questions. So in a round
in which all choose in secret nobody's deadline tells what, or how often, somebody was asked.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.tables.hours import ALWAYS, LONGEST_HOLIDAY, Hours
from bot.tables.timing import DEADLINE, REMINDER, count
from storage import Timer, Timing, moment
from storage.columns import to_text

_REST, _PART = timedelta(hours=1), 0.1
"""What is left at least, and as a part of the pace, of a time that ran out while the bot was away; that part also of
one for what was taken back."""


HALF, LATE = "half", "late"
"""The reminders that somebody gets: at half of the time, and shortly before its end."""
_SHORTLY = (timedelta(minutes=1), timedelta(hours=2))
"""Before the end: a tenth of the time, but at least and at most so long."""


_SLACK = timedelta(days=1)
"""For the nights that a time begins and ends in: no more than half of the others is quiet."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when a seat has time, and how often it was called again so far."""

    until: datetime
    reminded: int = 0
    latest: datetime | None = None
    """Beyond which no hours that somebody sets can put it off; None: they have not."""


def of(timers: Iterable[Timer]) -> dict[str, Deadline]:
    """The deadlines by seat."""
    return {
        each.about: Deadline(each.due_at, count(each.payload.get("reminded")), moment(each.payload.get("latest")))
        for each in timers
        if each.kind == DEADLINE and not each.damaged
    }


def after(before: Mapping[str, Deadline], kept: Iterable[str], whole: Mapping[str, Deadline]) -> dict[str, Deadline]:
    """The deadlines of the seats that are waited for now: those that are `kept` stay, where they had one; the others
    have the `whole` of their time."""
    stay = set(kept)
    return {seat: before[seat] if seat in stay and seat in before else each for seat, each in whole.items()}


def whole(now: datetime, length: timedelta, hours: Hours) -> Deadline:
    """All of the time for an answer that is asked for now, by the clock of somebody with these hours."""
    return Deadline(now + length) if hours == ALWAYS else Deadline(hours.after(now, length), 0, latest(now, length))


def again(now: datetime, pace: timedelta, left: float, hours: Hours) -> Deadline:
    """What was left, in seconds, of the time for an answer that was taken back: a tenth of the pace at least. It may be
    more than the pace, if that has become shorter since it was asked."""
    return whole(now, max(timedelta(seconds=left), pace * _PART), hours)


def latest(now: datetime, length: timedelta) -> datetime:
    """When so much time is over, whatever hours somebody sets meanwhile, and however often."""
    return now + 2 * length + _SLACK + LONGEST_HOLIDAY


def retimed(before: Deadline, now: datetime, former: Hours, hours: Hours) -> Deadline:
    """The same for somebody who has other hours from now on: what is left of it stays what it was."""
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
    """What changes in the rows; who has another time is called again as often as `calls` says, and they were not yet.

    `rests`: when those who sit there are left in peace. `missed`: who let their last time run out, and may well be
    gone: they are called, and not again.
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
    """The row of a deadline."""
    kept = {"latest": to_text(deadline.latest)} if deadline.latest is not None else {}
    return Timer(DEADLINE, seat, deadline.until, {"reminded": deadline.reminded, **kept} if deadline.reminded else kept)


def reminder(seat: str, which: str) -> str:
    """What the row of a reminder is about."""
    return f"{seat} {which}"


def rest(pace: timedelta) -> timedelta:
    """What somebody has left at least who could not answer because the bot was away."""
    return min(max(_REST, pace * _PART), pace)


def _calls(now: datetime, until: datetime, hours: Hours) -> dict[str, datetime]:
    """When somebody is reminded; never while they are left in peace."""
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
