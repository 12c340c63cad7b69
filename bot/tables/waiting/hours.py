"""When somebody is left in peace and their clock stands still: quiet hours each day, and a holiday. Pure functions.

Quiet hours are hours of local time, so each day's are worked out anew. Where clocks are put forward or back a night is
shorter or longer, and what is computed uses the time that really passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

ZONE, QUIET, HOLIDAY = "zone", "quiet", "holiday"
"""Names of the settings, and their values: a time zone; quiet hours such as "22-8", or "off"; the last day of a holiday
as an ISO 8601 date, or "off"."""
OFF = "off"
LONGEST_NIGHT = 12
"""The most hours a day that can be quiet, so at least as many are not."""
LONGEST_HOLIDAY = timedelta(days=30)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Hours:
    """When somebody is left in peace. `quiet`: the hours of local time at which the quiet hours begin and end."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    holiday: date | None = None

    def resting(self, at: datetime) -> datetime | None:
        """Return until when they are left in peace if they are at that moment, else None."""
        now = at
        for begin, end in self._rests(at):
            if begin > now:
                break
            now = max(now, end)
        return now if now > at else None

    def after(self, start: datetime, length: timedelta) -> datetime:
        """Return when this much time outside of their rests has passed; never a moment within one."""
        now, left = start, length
        for begin, end in self._rests(start):
            if begin - now > left:
                break
            if end > now:
                left -= max(begin - now, timedelta())
                now = end
        return now + left

    def awake(self, start: datetime, end: datetime) -> timedelta:
        """Return how much of the time from `start` to `end` lies outside of their rests."""
        now, found = start, timedelta()
        for begin, until in self._rests(start):
            if begin >= end or now >= end:
                break
            if until > now:
                found += max(begin - now, timedelta())
                now = until
        return found + max(end - now, timedelta())

    def _rests(self, since: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Yield the rests that end after `since`, as (begin, end) in order of their beginnings; they may overlap."""
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
        """Return when it is that hour there: the first time if it occurs twice; just after the gap if clocks skip
        it."""
        return datetime.combine(day, time(hour), zone(self.zone)).astimezone(UTC)


ALWAYS = Hours()
"""The hours of somebody who may be called at any time."""


def of(settings: Mapping[str, Any]) -> Hours:
    """Return the hours that a person has set. A setting that cannot be read counts as not set."""
    name, quiet, holiday = settings.get(ZONE), read_quiet(settings.get(QUIET)), read_holiday(settings.get(HOLIDAY))
    if (quiet is None and holiday is None) or not is_zone(name):
        return ALWAYS
    return Hours(str(name), quiet, holiday)


def read_quiet(kept: object) -> tuple[int, int] | None:
    """Parse quiet hours such as "22-8"; None for anything else, and for too many."""
    first, _, last = kept.partition("-") if isinstance(kept, str) else ("", "", "")
    if not (first.isdecimal() and last.isdecimal() and max(int(first), int(last)) < 24):
        return None
    return (int(first), int(last)) if 0 < (int(last) - int(first)) % 24 <= LONGEST_NIGHT else None


def read_holiday(kept: object) -> date | None:
    """Parse the last day of a holiday; None if it is no ISO 8601 date."""
    try:
        return date.fromisoformat(kept) if isinstance(kept, str) else None
    except ValueError:
        return None


@cache
def zone(name: str) -> ZoneInfo:
    """Return the time zone of that name, which must exist."""
    return ZoneInfo(name)


def is_zone(name: object) -> bool:
    """Return whether there is a time zone of that name."""
    try:
        return isinstance(name, str) and zone(name) is not None
    except (KeyError, OSError, ValueError):  # there is none of that name, or the name is no valid file name
        return False


def today(settings: Mapping[str, Any], now: datetime) -> date:
    """Return today's date in the person's time zone."""
    name = settings.get(ZONE)
    return now.astimezone(zone(name) if isinstance(name, str) and is_zone(name) else UTC).date()
