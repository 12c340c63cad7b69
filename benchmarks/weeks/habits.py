"""When simulated people look in: three times a day by their own clocks, and not at night."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

USUAL_HOURS = (8, 13, 20)
"""The hours of one's own clock around which one looks in."""
_SPREAD, _MOST = 40, 110
"""Minutes: the standard deviation of a visit from its hour, and the largest deviation."""
UP, IN_BED = 7, 23
"""The hours between which somebody is awake."""
ZONES = (0, 0, 0, 1, -6)
"""Hours ahead of UTC, one drawn for each person: most friends live in the same zone, some do not."""
VANISHES_WITHIN = 5 * DAY
"""The person who vanishes does so at a moment drawn from the first days, so that it happens in every game."""
GONE = 7 * DAY
_AFTER_CALL = (2, 60)
"""Minutes from a call until somebody who comes for it is there; drawn uniformly."""


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of one person. `away`: from when to when the person cannot be reached at all; `answering`: the
    probability that a call by day brings them."""

    zone: timedelta
    rng: Random
    away: tuple[datetime, datetime] | None = None
    answering: float = 0.0

    def visits(self, start: datetime) -> Iterator[datetime]:
        """Yield all moments of looking in after the start, in order, except those when away."""
        day = (start + self.zone).replace(hour=0, minute=0, second=0, microsecond=0) - self.zone
        while True:
            for hour in USUAL_HOURS:
                minutes = max(-_MOST, min(self.rng.gauss(0, _SPREAD), _MOST))
                moment = day + hour * HOUR + timedelta(minutes=minutes)
                if moment > start and not self.is_away(moment):
                    yield moment
            day += DAY

    def comes_for_call(self, now: datetime) -> datetime | None:
        """Return when a call at this moment brings the person; None if it does not, and they see it at their next
        visit."""
        come = self.rng.random() < self.answering
        minutes = self.rng.uniform(*_AFTER_CALL)
        moment = now + timedelta(minutes=minutes)
        return moment if come and self.is_up(now) and not self.is_away(moment) else None

    @property
    def hours(self) -> int:
        """How many hours the zone is ahead of UTC."""
        return int(self.zone / HOUR)

    def is_up(self, now: datetime) -> bool:
        return UP <= (now + self.zone).hour < IN_BED

    def is_away(self, now: datetime) -> bool:
        return self.away is not None and self.away[0] <= now < self.away[1]


def drawn(rng: Random, start: datetime, vanishes: bool, answering: float) -> Habits:
    """Draw somebody's habits; one who vanishes is away for a week."""
    zone = timedelta(hours=rng.choice(ZONES))
    gone = start + VANISHES_WITHIN * rng.random()
    return Habits(zone, Random(rng.random()), (gone, gone + GONE) if vanishes else None, answering)
