"""Who holds the lease of a database, or of some of its shards, and whether they still use it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from storage.columns import utc_now
from storage.connection import Row
from storage.errors import LeaseHeld
from storage.process import Process, has_ended, lives
from storage.reading import readable


@dataclass(frozen=True, slots=True)
class LeaseHolder(Process):
    """A bot that holds a lease, which it must renew before `expires_at`. `seen_at`: when that was read, by the clock of
    all who share the database."""

    expires_at: datetime
    seen_at: datetime = field(default_factory=utc_now, kw_only=True)

    @property
    def alive(self) -> bool:
        return self.works(self.seen_at)

    @property
    def stuck(self) -> bool:
        """Whether the process is alive, but had not renewed its lease in time."""
        return self.expires_at <= self.seen_at and lives(self)

    def works(self, now: datetime) -> bool:
        """Whether it may still write at that moment: its lease runs, and the process is not known to have ended."""
        return self.expires_at > now and not has_ended(self)


def require_idle(leases: Iterable[Row], now: datetime | None = None) -> None:
    """Raise LeaseHeld if one of these leases, of whatever schema version, belongs to a bot that still works.

    now: the server's time for a server's database; None for a file.
    """
    for found in readable(LeaseHolder, leases):
        holder = replace(found, shared=now is not None)
        if holder.works(now or utc_now()):
            raise LeaseHeld(holder.expires_at, holder.host, holder.pid)
