"""Who holds the lease of a database, or part of it, and whether they still work with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from storage.columns import utc_now
from storage.connection import Row
from storage.errors import LeaseHeld
from storage.process import Process, has_ended, lives
from storage.reading import readable


@dataclass(frozen=True, slots=True)
class LeaseHolder(Process):
    """A bot, which must renew before `expires_at`."""

    expires_at: datetime

    @property
    def alive(self) -> bool:
        return self.works(utc_now())

    @property
    def stuck(self) -> bool:
        """It is there, but has not renewed its lease."""
        return self.expires_at <= utc_now() and lives(self)

    def works(self, now: datetime) -> bool:
        """Whether it may still write at that moment."""
        return self.expires_at > now and not has_ended(self)


def require_idle(leases: Iterable[Row], now: datetime | None = None) -> None:
    """Raises LeaseHeld if somebody works with the database whose leases these are, of whatever version.

    now: by the clock of the server that they stand on, if it is no file.
    """
    for found in readable(LeaseHolder, leases):
        holder = replace(found, shared=now is not None)
        if holder.works(now or utc_now()):
            raise LeaseHeld(holder.expires_at, holder.host, holder.pid)
