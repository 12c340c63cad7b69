"""When somebody is left in peace: quiet hours each day, and a holiday. Their clock stands then. Pure.

Hours are those of a place's clocks, so they are found anew for each day: where clocks are put forward or back, a night
is shorter or longer, and what is kept goes by the time that has really gone by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

ZONE, QUIET, HOLIDAY = "zone", "quiet", "holiday"
"""The settings: a time zone; "22-8", from one hour to another, or "off"; the last day of a holiday, ISO 8601, or
"off"."""
OFF = "off"
LONGEST_NIGHT = 12
"""Hours a day that can be quiet: as many at least are not."""
LONGEST_HOLIDAY = timedelta(days=30)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Hours:
    """When somebody is left in peace. `quiet`: from which hour of their day to which."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    holiday: date | None = None

    def resting(self, at: datetime) -> datetime | None:
        """Until when they are left in peace at that moment; None: they are not."""
        now = at
        for begin, end in self._rests(at):
            if begin > now:
                break
            now = max(now, end)
        return now if now > at else None

    def after(self, start: datetime, length: timedelta) -> datetime:
        """When so much time has gone by in which they were not; never a moment at which they are."""
        now, left = start, length
        for begin, end in self._rests(start):
            if begin - now > left:
                break
            if end > now:
                left -= max(begin - now, timedelta())
                now = end
        return now + left

    def awake(self, start: datetime, end: datetime) -> timedelta:
        """How much of the time between is such."""
        now, found = start, timedelta()
        for begin, until in self._rests(start):
            if begin >= end or now >= end:
                break
            if until > now:
                found += max(begin - now, timedelta())
                now = until
        return found + max(end - now, timedelta())

    def _rests(self, since: datetime) -> Iterator[tuple[datetime, datetime]]:
        """The times that end after that moment, by their beginnings; they may overlap."""
        if self.holiday is not None and (back := self._moment(self.holiday + _DAY, 0)) > since:
            yield since, back
        if self.quiet is None:
            return
        first, last = self.quiet
        day = since.astimezone(zone(self.zone)).date() - _DAY
        while True:
            begin, end = self._moment(day, first), self._moment(day + _DAY if last <= first else day, last)
            if end > max(since, begin):
                yield begin, end
            day += _DAY

    def _moment(self, day: date, hour: int) -> datetime:
        """When it is that hour there: for the first time, or, where it is left out, as soon as it is past."""
        return datetime.combine(day, time(hour), zone(self.zone)).astimezone(UTC)


ALWAYS = Hours()
"""Of somebody who may be called at any time."""


def of(settings: Mapping[str, Any]) -> Hours:
    """Those that a person has set; what cannot be read is as if it had not been."""
    name, quiet, holiday = settings.get(ZONE), read_quiet(settings.get(QUIET)), read_holiday(settings.get(HOLIDAY))
    if (quiet is None and holiday is None) or not is_zone(name):
        return ALWAYS
    return Hours(str(name), quiet, holiday)


def read_quiet(kept: object) -> tuple[int, int] | None:
    """Quiet hours from "22-8"; None for anything else, and for too many."""
    first, _, last = kept.partition("-") if isinstance(kept, str) else ("", "", "")
    if not (first.isdecimal() and last.isdecimal() and max(int(first), int(last)) < 24):
        return None
    return (int(first), int(last)) if 0 < (int(last) - int(first)) % 24 <= LONGEST_NIGHT else None


def read_holiday(kept: object) -> date | None:
    """The last day of a holiday; None for anything else."""
    try:
        return date.fromisoformat(kept) if isinstance(kept, str) else None
    except ValueError:
        return None


@cache
def zone(name: str) -> ZoneInfo:
    """The time zone of that name, which must be known."""
    return ZoneInfo(name)


def is_zone(name: object) -> bool:
    """Whether there is a time zone of that name."""
    try:
        return isinstance(name, str) and zone(name) is not None
    except (KeyError, OSError, ValueError):  # none of that name, or none that is a file's
        return False


def today(settings: Mapping[str, Any], now: datetime) -> date:
    """The day that it is there."""
    name = settings.get(ZONE)
    return now.astimezone(zone(name) if isinstance(name, str) and is_zone(name) else UTC).date()
