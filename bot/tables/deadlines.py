"""How long each seat has: a row for each that is waited for, at tables with a pace. Pure: tables in, changes out.

A deadline belongs to what everybody may know, since when a seat is waited for, and not to its questions. So in a round
in which all choose in secret nobody's deadline tells what, or how often, somebody was asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.tables.timing import DEADLINE, REMINDER
from storage import Timer, Timing

_REST, _PART = timedelta(hours=1), 0.1
"""What is left at least, and as a part of the pace, of a time that ran out while the bot was away."""


HALF, LATE = "half", "late"
"""The reminders that somebody gets: at half of the time, and shortly before its end."""
_SHORTLY = (timedelta(minutes=1), timedelta(hours=2))
"""Before the end: a tenth of the time, but at least and at most so long."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when a seat has time, and how often it was called again so far."""

    until: datetime
    reminded: int = 0


def of(timers: Iterable[Timer]) -> dict[str, Deadline]:
    """The deadlines by seat."""
    return {
        each.about: Deadline(each.due_at, _count(each.payload.get("reminded")))
        for each in timers
        if each.kind == DEADLINE and not each.damaged
    }


def after(
    before: Mapping[str, Deadline], kept: Iterable[str], waiting: Iterable[str], until: datetime | None
) -> dict[str, Deadline]:
    """The deadlines of the seats that are waited for now: those that are `kept` stay, where they had one; the others
    have until that moment (None: no pace)."""
    if until is None:
        return {}
    stay = set(kept)
    return {seat: before[seat] if seat in stay and seat in before else Deadline(until) for seat in waiting}


def changed(
    before: Mapping[str, Deadline], after: Mapping[str, Deadline], now: datetime, calls: Sequence[str] = (HALF, LATE)
) -> Timing:
    """What changes in the rows; who has another time is called again as often as `calls` says."""
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
                for which, moment in _calls(now, until).items()
                if which in calls
            ),
        ],
    )


def row(seat: str, deadline: Deadline) -> Timer:
    """The row of a deadline."""
    return Timer(DEADLINE, seat, deadline.until, {"reminded": deadline.reminded} if deadline.reminded else {})


def reminder(seat: str, which: str) -> str:
    """What the row of a reminder is about."""
    return f"{seat} {which}"


def rest(pace: timedelta) -> timedelta:
    """What somebody has left at least who could not answer because the bot was away."""
    return min(max(_REST, pace * _PART), pace)


def _calls(now: datetime, until: datetime) -> dict[str, datetime]:
    left = until - now
    least, most = _SHORTLY
    calls = {HALF: now + left / 2, LATE: until - min(max(left / 10, least), most)}
    return calls if calls[HALF] < calls[LATE] else {HALF: calls[HALF]}


def _count(kept: object) -> int:
    return kept if isinstance(kept, int) and not isinstance(kept, bool) and kept >= 0 else 0
