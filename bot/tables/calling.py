"""When people are called whose move it is: at once if they are away, else only if they do not go on.

Pure: tables in, changes out. A seat that is not to be called yet has a row, set in the transaction of what asks it; who
is waited for and has none is called, which the announcer sees to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta

from bot.tables.hours import ALWAYS
from bot.tables.table import Table
from bot.tables.timing import CALL
from storage import Timer, Timing

PATIENCE = timedelta(minutes=2)
"""Who did something so long ago, or sees the question, is called only if that time goes by without an answer."""
_PART = 0.4
"""Of the time that there is for an answer, at most: the first reminder comes at half of it."""
Watching = Callable[[str, int], bool]
"""Whether this person has a panel of this game open, which shows what is asked."""


def held(timers: Iterable[Timer]) -> dict[str, datetime]:
    """When each seat is called that is waited for, and not to be called yet."""
    return {each.about: each.due_at for each in timers if each.kind == CALL and not each.damaged}


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
            moment = table.rests.get(seat, ALWAYS).resting(soonest) or soonest
            found |= {seat: moment} if moment > now else {}
    return found


def changed(before: Mapping[str, datetime], after: Mapping[str, datetime]) -> Timing:
    """What changes in the rows."""
    return Timing(
        [(CALL, seat) for seat in before if seat not in after],
        [Timer(CALL, seat, due) for seat, due in after.items() if before.get(seat) != due],
    )


def patience(pace: timedelta | None) -> timedelta:
    """How long somebody is left alone who is there."""
    return PATIENCE if pace is None else min(PATIENCE, pace * _PART)


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
