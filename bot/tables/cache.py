"""The tables in use, and how they are brought to life."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from cachetools import LRUCache

import storage
from bot.clock import Clock
from bot.tables import calling, deadlines, hours, passing, timing
from bot.tables.calling import Pressed, Watching
from bot.tables.errors import NoGame, WrongMoment
from bot.tables.hours import ALWAYS, Hours
from bot.tables.keeper import Keeper
from bot.tables.passing import Delay
from bot.tables.side import from_side
from bot.tables.table import DAMAGED, Table
from game.core.discover import kit
from game.core.errors import GameError
from game.core.protocol import Game
from storage import Status, Storage

log = logging.getLogger(__name__)

_KEPT = 256

_MOMENTS = {
    Status.LOBBY: "This game has not begun yet.",
    Status.RUNNING: "This game is already running.",
    Status.OVER: "This game is over.",
    Status.CLOSED: "This game was ended.",
}


class TableCache(Keeper[Table]):
    """The tables in use, by the ids of games.

    clock: that of all tables. delay: how long an automatic pass takes. `moved` are called with the id of each game that
    went to a server of another process's; they must not block or raise.
    """

    def __init__(self, store: Storage, clock: Clock | None = None, delay: Delay = passing.like_a_person) -> None:
        super().__init__(store, _KEPT, refusals)
        self.clock = clock or Clock()
        self.delay = delay
        self.moved: list[Callable[[str], None]] = []
        self.watching: Watching = lambda _game, _user: False
        """Who has a panel open; whoever knows panels says so."""
        self.pressed: Pressed = lambda _game, _user: None
        """When somebody last pressed something there; they say that, too."""
        self._places: LRUCache[int, str] = LRUCache(_KEPT)
        """The channel of each kept table, as it was last put; it may have gone from there."""
        self._shown: LRUCache[str, bool] = LRUCache(_KEPT)
        """Of tables what storage knows, or will with its next transaction: whether messages show them."""
        self._dropped = store.dropped
        """How much storage had not stored of such things, as far as `_shown` is concerned."""

    def active_in(self, channel_id: int) -> Table | None:
        """The lobby or running game of the channel, if it is among the kept tables."""
        table = self._kept.get(self._places.get(channel_id, ""))
        return table if table is not None and table.status.is_active and table.row.channel_id == channel_id else None

    def show(self, game_id: str) -> None:
        """Note that a game's messages show it as it is, so that the next start need not look; unless somebody is
        changing it."""
        if self.keeps(game_id) and not self._lock(game_id).locked():
            self.mark(game_id, shown=True)

    def mark(self, game_id: str, *, shown: bool) -> None:
        """Storage learns it with its next transaction: whether messages show the game as it is."""
        if self._dropped != (dropped := self.store.dropped):
            self._dropped = dropped
            self._shown.clear()
        if self._shown.get(game_id) is not shown:
            self._shown[game_id] = shown
            self.store.games.tell(game_id, shown)

    def clear(self) -> None:
        super().clear()
        self._places.clear()
        self._shown.clear()

    async def reload(self, game_id: str) -> Table:
        table = await super().reload(game_id)
        log.info("table changed", extra={"game": game_id, "status": table.status, "seats": len(table.seats)})
        return table

    async def _load(self, game_id: str) -> Table:
        return revived(await self.store.games.load(game_id))

    def _taken(self, table: Table) -> None:
        self.mark(table.id, shown=False)  # stored with the change, if there is one

    def _told(self, table: Table) -> None:
        self.say(table.id, ours=self.is_ours(table))

    def say(self, game_id: str, *, ours: bool) -> None:
        """A game is not what it was. Of one that is another's only that one tells."""
        for listener in self.changed if ours else self.moved:
            listener(game_id)

    def _keep(self, table: Table) -> None:
        super()._keep(table)
        if self.keeps(table.id):
            self._places[table.row.channel_id] = table.id


def revived(stored: storage.StoredTable) -> Table:
    """A table as it is stored, brought to life, as far as that can be."""
    try:
        if stored.wrong:
            raise ValueError("; ".join(stored.wrong))
        rules = kit(stored.game.game)
        if stored.snapshot is None:
            return Table(
                stored.game, stored.seats, invited=stored.invitations, kicked=stored.kicked, hours=_hours(stored)
            )
        game, context = rules.restore(stored.snapshot.state), from_side(stored.snapshot.side)
        context = replace(context, due=timing.passes(stored.timers))
        table = Table(
            stored.game,
            stored.seats,
            questions=stored.questions,
            game=game,
            sequence=stored.snapshot.sequence,
            context=context,
            deadlines=deadlines.of(stored.timers),
            held=calling.held(stored.timers),
            called=calling.called(stored.timers),
            hours=_hours(stored),
            tenures=stored.tenures,
            offers=timing.offers(stored.offers, stored.timers),
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
