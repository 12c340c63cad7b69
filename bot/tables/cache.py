"""The tables in use: one lock a game, and the games that were used last kept alive."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace

from cachetools import LRUCache

import storage
from bot.clock import Clock
from bot.tables import calling, deadlines, hours, passing, timing
from bot.tables.calling import Watching
from bot.tables.context import Context
from bot.tables.errors import Elsewhere, NoGame, WrongMoment
from bot.tables.hours import ALWAYS, Hours
from bot.tables.passing import Delay
from bot.tables.table import DAMAGED, Table
from game.core.discover import kit
from game.core.errors import GameError
from game.core.protocol import Game
from storage import Status, Storage

log = logging.getLogger(__name__)

_KEPT = 256
DOUBT = 1.0
"""Seconds after which a game is gone over of which nobody could say whether a change of it was stored."""

_MOMENTS = {
    Status.LOBBY: "This game has not begun yet.",
    Status.RUNNING: "This game is already running.",
    Status.OVER: "This game is over.",
    Status.CLOSED: "This game was ended.",
}


class TableCache:
    """Loads tables and keeps them. Whoever changes a table holds its lock, and never talks to Discord meanwhile.

    clock: that of all tables. delay: how long an automatic pass takes. `changed` are called with the id of each game
    that is another than before, `moved` of each that went to a server of another process's; they must not block or
    raise.
    """

    def __init__(self, store: Storage, clock: Clock | None = None, delay: Delay = passing.like_a_person) -> None:
        self.store = store
        self.clock = clock or Clock()
        self.delay = delay
        self.changed: list[Callable[[str], None]] = []
        self.moved: list[Callable[[str], None]] = []
        self.watching: Watching = lambda _game, _user: False
        """Who has a panel open; whoever knows panels says so."""
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._kept: LRUCache[str, Table] = LRUCache(_KEPT)
        self._places: dict[int, str] = {}
        """The channel of each kept table, as it was last put; it may have gone from there."""
        self._cleared = 0
        """How often all was to be loaded anew."""
        self._shown: dict[str, bool] = {}
        """Of kept tables what storage knows, or will with its next transaction: whether messages show them."""

    def keeps(self, game_id: str) -> bool:
        """Whether the table is among those that are kept: then it is ours."""
        return game_id in self._kept

    def active_in(self, channel_id: int) -> Table | None:
        """The lobby or running game of the channel, if it is among the kept tables."""
        table = self._kept.get(self._places.get(channel_id, ""))
        return table if table is not None and table.status.is_active and table.row.channel_id == channel_id else None

    async def look(self, game_id: str) -> Table:
        """The table as it stands, for reading. Raises NoGame."""
        table = self._kept.get(game_id)
        if table is not None:
            return table
        async with self._lock(game_id):
            return await self._get(game_id)

    @asynccontextmanager
    async def hold(self, game_id: str) -> AsyncIterator[Table]:
        """The table, for changing it. What storage refuses comes out as a Refusal. Raises NoGame, Elsewhere."""
        async with self._lock(game_id):
            with refusals():
                try:
                    table = await self._get(game_id)
                    if not self.is_ours(table):
                        raise Elsewhere(game_id)
                    self.mark(game_id, shown=False)  # stored with the change, if there is one
                    yield table
                except storage.StorageError as error:
                    self.drop(game_id)  # what is kept may not be what is stored
                    if isinstance(error, storage.DatabaseAway):
                        asyncio.get_running_loop().call_later(DOUBT, self.tell, game_id)
                    raise

    @contextmanager
    def storing(self, game_id: str) -> Iterator[None]:
        """A change is stored meanwhile; if it fails or is cancelled, nobody knows whether it is, so the next one looks.
        The caller holds the table."""
        try:
            yield
        except BaseException:
            self.drop(game_id)
            raise

    def put(self, table: Table) -> None:
        """The table has changed, and that is stored. The caller holds it."""
        self._keep(table)
        self._told(table)

    def show(self, game_id: str) -> None:
        """Note that a game's messages show it as it is, so that the next start need not look; unless somebody is
        changing it."""
        if game_id in self._kept and not self._lock(game_id).locked():
            self.mark(game_id, shown=True)

    def mark(self, game_id: str, *, shown: bool) -> None:
        """Storage learns it with its next transaction: whether messages show the game as it is."""
        if self._shown.get(game_id) is not shown:
            self._shown[game_id] = shown
            self.store.games.tell(game_id, shown)

    def drop(self, game_id: str) -> None:
        """Load it anew next time."""
        self._kept.pop(game_id, None)

    def clear(self) -> None:
        """Load everything anew."""
        self._cleared += 1
        self._kept.clear()
        self._places.clear()
        self._shown.clear()

    def tell(self, game_id: str) -> None:
        for listener in self.changed:
            listener(game_id)

    async def reload(self, game_id: str) -> Table:
        """After a change that storage made: the table as it is now. The caller holds it."""
        self.drop(game_id)
        table = await self._get(game_id)
        log.info("table changed", extra={"game": game_id, "status": table.status, "seats": len(table.seats)})
        self._told(table)
        return table

    def _told(self, table: Table) -> None:
        """Of a game that is another's now only that one tells."""
        if self.is_ours(table):
            self.tell(table.id)
        else:
            for listener in self.moved:
                listener(table.id)

    def is_ours(self, table: Table) -> bool:
        """Whether this process holds it: no other changes it, or writes of it."""
        return self.store.share.has(table.row.guild_id)

    def _lock(self, game_id: str) -> asyncio.Lock:
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    async def _get(self, game_id: str) -> Table:
        table = self._kept.get(game_id)
        if table is None:
            with refusals():
                before = self._cleared
                table = revived(await self.store.games.load(game_id))
            if before == self._cleared:  # else it may be as it was before that
                self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        if not self.is_ours(table):
            self.drop(table.id)  # whoever holds it changes it, and nobody tells us
            return
        while len(self._kept) >= _KEPT and table.id not in self._kept:
            _, gone = self._kept.popitem()
            self._shown.pop(gone.id, None)
            if self._places.get(gone.row.channel_id) == gone.id:
                del self._places[gone.row.channel_id]
        self._kept[table.id] = table
        self._places[table.row.channel_id] = table.id


def revived(stored: storage.StoredTable) -> Table:
    """A table as it is stored, brought to life, as far as that can be."""
    try:
        if stored.wrong:
            raise ValueError("; ".join(stored.wrong))
        rules = kit(stored.game.game)
        if stored.snapshot is None:
            return Table(stored.game, stored.seats, invited=stored.invitations, hours=_hours(stored))
        game, context = rules.restore(stored.snapshot.state), Context.from_dict(stored.snapshot.side)
        context = replace(context, due=timing.passes(stored.timers))
        left = deadlines.of(stored.timers)
        held = calling.held(stored.timers)
        table = Table(stored.game, stored.seats, stored.questions, game, stored.snapshot.sequence, context, left, held)
        table = replace(
            table,
            called=calling.called(stored.timers),
            hours=_hours(stored),
            tenures=stored.tenures,
            offers={each.seat: each.user_id for each in stored.offers},
            offered=timing.offers(stored.timers),
        )
        _require_fit(table, game)
    except (GameError, LookupError, TypeError, ValueError, AttributeError):
        log.exception("a game cannot be read", extra={"game": stored.game.id})
        return Table(stored.game, stored.seats, damaged=True)
    return table


def _hours(stored: storage.StoredTable) -> dict[int, Hours]:
    known = {user_id: hours.of(settings) for user_id, settings in stored.settings.items()}
    return {user_id: each for user_id, each in known.items() if each != ALWAYS}


def _require_fit(table: Table, game: Game) -> None:
    """What is stored of a game in several places must say the same. Raises ValueError, KeyError."""
    if [*game.seats] != [seat.seat for seat in table.seats]:
        raise ValueError("the seats are not the game's")
    if table.status is Status.RUNNING and {*game.asked} != {*table.questions}:
        raise ValueError("the open questions are not what the rules ask")
    _ = table.waiting


@contextmanager
def refusals() -> Iterator[None]:
    """Turns storage's errors that a person can understand into refusals."""
    try:
        yield
    except storage.NoSuchGame:
        raise NoGame from None
    except storage.Unreadable:
        raise WrongMoment(DAMAGED) from None
    except storage.WrongStatus as error:
        raise WrongMoment(_MOMENTS[Status(error.status)]) from None
