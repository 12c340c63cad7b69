"""The entry point: one open database with all that is kept in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from types import TracebackType

from storage.columns import utc_now
from storage.database import Database
from storage.games import Games, random_id
from storage.handovers import Handovers
from storage.invitations import Invitations
from storage.lease import Lease
from storage.messages import Messages, TaleMessages
from storage.meta import Meta
from storage.moves import Moves
from storage.news import News
from storage.place import Place
from storage.players import Players
from storage.seats import Seats
from storage.share import Share
from storage.tales import Tales
from storage.timers import Timers
from storage.votes import Votes


class Storage:
    """All parts of one database. A method that is awaited is a transaction, on disk when it returns, and may raise
    DatabaseFailed; what others note is stored a moment later (`Database.soon`)."""

    def __init__(self, db: Database, new_id: Callable[[], str]) -> None:
        self._db = db
        self.news = News(db)
        self.games = Games(db, new_id, self.news)
        self.seats = Seats(db)
        self.moves = Moves(db)
        self.messages = Messages(db)
        self.tales = Tales(db, new_id)
        self.tale_messages = TaleMessages(db)
        self.players = Players(db, self.messages.reread)
        self.lease = Lease(db)
        self.meta = Meta(db)
        self.votes = Votes(db)
        self.timers = Timers(db)
        self.handovers = Handovers(db)
        self.invitations = Invitations(db)

    @classmethod
    async def open(
        cls,
        place: Place,
        *,
        now: Callable[[], datetime] = utc_now,
        wall: Callable[[], datetime] | None = None,
        new_id: Callable[[], str] = random_id,
        upgrade: bool = True,
    ) -> Storage:
        """Open the database, creating a file if needed, and bring its schema up to date.

        now: returns the time to be stored. wall: returns the machine's time, if that differs; leases go by it, as it is
        the only clock that other processes see. upgrade: False opens it only if its schema is the newest, and creates
        nothing.

        Must be closed, or used as `async with await Storage.open(path)`. Raises CannotOpen, NewerSchema; LeaseHeld
        while a bot works with an older schema, OlderSchema where that is not to be upgraded, BeingChanged while another
        process copies or upgrades all of it; Moved if the games are elsewhere, unless `upgrade` is False.
        """
        return cls(await Database.open(place, now=now, wall=wall, upgrade=upgrade), new_id)

    def hurry(self) -> None:
        """To be called before closing: from now on, wait only briefly for a server that does not end a transaction.
        What is under way then fails with DatabaseAway, and so does all that comes later; whether a commit counted is
        not known."""
        self._db.hurry()

    async def close(self) -> None:
        await self._db.close()

    async def __aenter__(self) -> Storage:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def place(self) -> Place:
        return self._db.place

    @property
    def away(self) -> asyncio.Event:
        """Set while the server is known to be unreachable: work waits for it, or is refused. Never set for a file."""
        return self._db.away

    @property
    def waiting(self) -> int:
        """How many transactions are running or queued."""
        return self._db.waiting

    @property
    def dropped(self) -> int:
        """How many deferred writes failed and were dropped; who relies on one checks whether this has grown."""
        return self._db.dropped

    def time(self, told: Callable[[str, bool, float], object]) -> None:
        """Have this called after each transaction from now on, with "read" or "write", whether it succeeded, and the
        seconds since it was requested."""
        self._db.timed = told

    @property
    def share(self) -> Share:
        """The games that this process may change."""
        return self._db.share

    def reread(self) -> None:
        """Drop all rows kept in memory, as others may have changed rows."""
        self.messages.reread()
        self.tale_messages.reread()
        self.votes.reread()
