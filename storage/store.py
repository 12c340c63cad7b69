"""The way in: one open database and all that is kept in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from types import TracebackType

from storage.columns import utc_now
from storage.database import Database
from storage.games import Games, random_id
from storage.hands import Hands
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
    """Every method is one transaction, on disk when it returns. Any may raise DatabaseFailed."""

    def __init__(self, db: Database, new_id: Callable[[], str]) -> None:
        self._db = db
        self.games = Games(db, new_id)
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
        self.hands = Hands(db)
        self.invitations = Invitations(db)
        self.news = News(db)

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
        """Open the database, a file or a server's, or make it, and bring its schema up to date.

        now: the time as it is stored. wall: the machine's clock, if that is another: other processes see no more of
        time than it, so the lease goes by it. upgrade: False for whoever only looks at what is there: nothing is made.

        Must be closed, or used as `async with await Storage.open(path)`. Raises CannotOpen, NewerSchema; LeaseHeld
        where a bot works with an older schema, OlderSchema where that is not to be upgraded, BeingChanged while another
        process copies or upgrades all of it; Moved where the games are elsewhere, unless this one only looks.
        """
        return cls(await Database.open(place, now=now, wall=wall, upgrade=upgrade), new_id)

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
        """Set while the server is known to be out of reach: work waits for it, or is refused. A file is always
        there."""
        return self._db.away

    @property
    def waiting(self) -> int:
        """Transactions that are under way, or wait for those."""
        return self._db.waiting

    @property
    def dropped(self) -> int:
        """How much of what could wait to be stored was not: who relies on such a thing looks whether it is more now."""
        return self._db.dropped

    def time(self, told: Callable[[str, bool, float], object]) -> None:
        """Tell it of each transaction from now on: "read" or "write", whether it was carried out, and the seconds from
        when it was asked for."""
        self._db.timed = told

    @property
    def share(self) -> Share:
        """Which games are ours to change."""
        return self._db.share

    def reread(self) -> None:
        """Rows may have been changed by others: keep none of them in memory."""
        self.messages.reread()
        self.tale_messages.reread()
        self.votes.reread()
