"""How long each seat has: a row for each that is waited for, at tables with a pace. Pure: tables in, changes out.

A deadline belongs to what everybody may know, since when a seat is waited for, and not to its questions. So in a round
in which all choose in secret nobody's deadline tells what, or how often, somebody was asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.tables.timing import DEADLINE
from storage import Timer, Timing

_REST, _PART = timedelta(hours=1), 0.1
"""What is left at least, and as a part of the pace, of a time that ran out while the bot was away."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when a seat has time."""

    until: datetime


def of(timers: Iterable[Timer]) -> dict[str, Deadline]:
    """The deadlines by seat."""
    return {each.about: Deadline(each.due_at) for each in timers if each.kind == DEADLINE and not each.damaged}


def after(
    before: Mapping[str, Deadline], kept: Iterable[str], waiting: Iterable[str], until: datetime | None
) -> dict[str, Deadline]:
    """The deadlines of the seats that are waited for now: those that are `kept` stay, where they had one; the others
    have until that moment (None: no pace)."""
    if until is None:
        return {}
    stay = set(kept)
    return {seat: before[seat] if seat in stay and seat in before else Deadline(until) for seat in waiting}


def changed(before: Mapping[str, Deadline], after: Mapping[str, Deadline]) -> Timing:
    """What changes in the rows."""
    return Timing(
        [(DEADLINE, seat) for seat in before if seat not in after],
        [Timer(DEADLINE, seat, each.until) for seat, each in after.items() if before.get(seat) != each],
    )


def rest(pace: timedelta) -> timedelta:
    """What somebody has left at least who could not answer because the bot was away."""
    return min(max(_REST, pace * _PART), pace)
