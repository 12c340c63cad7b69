"""The cache of tables in use, and how a table is restored from storage."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from cachetools import LRUCache

import storage
from bot.clock import Clock
from bot.tables.errors import NoGame, WrongMoment
from bot.tables.keeper import Keeper
from bot.tables.planning import passing
from bot.tables.planning.passing import Delay
from bot.tables.seating import DAMAGED
from bot.tables.side import from_side
from bot.tables.table import Table
from bot.tables.waiting import calling, deadlines, hours, timing
from bot.tables.waiting.calling import Pressed, Watching
from bot.tables.waiting.hours import ALWAYS, Hours
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
    """The tables in use, by game id.

    clock: the one for all tables. delay: how long an automatic answer takes. `moved` listeners are called with the id
    of each game that changed and belongs to another process, as one that moved to another server may; they must not
    block or raise.
    """

    def __init__(self, store: Storage, clock: Clock | None = None, delay: Delay = passing.like_a_person) -> None:
        super().__init__(store, _KEPT, refusals)
        self.clock = clock or Clock()
        self.delay = delay
        self.moved: list[Callable[[str], None]] = []
        self.watching: Watching = lambda _game, _user: False
        """Whether a person has a panel open; set by whatever keeps the panels."""
        self.pressed: Pressed = lambda _game, _user: None
        """When a person last pressed something in a game; set from outside likewise."""
        self._places: LRUCache[int, str] = LRUCache(_KEPT)
        """The game id of the table last cached for each channel. The table may have left the channel since."""
        self._shown: LRUCache[str, bool] = LRUCache(_KEPT)
        """The `told` flag of each game (whether its messages are up to date), as stored or as queued for storage's next
        write. Only used to avoid repeating a write."""
        self._dropped = store.dropped
        """The value of `store.dropped` for which `_shown` is valid. If storage has dropped queued writes since,
        `_shown` is not reliable."""

    def active_in(self, channel_id: int) -> Table | None:
        """Return the channel's lobby or running game if it is cached, else None."""
        table = self._kept.get(self._places.get(channel_id, ""))
        return table if table is not None and table.status.is_active and table.row.channel_id == channel_id else None

    def show(self, game_id: str) -> None:
        """Note that a game's messages are up to date, so that the next start can skip it. Does nothing while somebody
        holds the game to change it."""
        if self.keeps(game_id) and not self._lock(game_id).locked():
            self.mark(game_id, shown=True)

    def mark(self, game_id: str, *, shown: bool) -> None:
        """Queue for storage's next transaction whether the game's messages are up to date."""
        if self._dropped != (dropped := self.store.dropped):
            self._dropped = dropped
            self._shown.clear()
        if self._shown.get(game_id) is not shown:
            self._shown[game_id] = shown
            self.store.games.set_told(game_id, shown)

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

    def _on_held(self, table: Table) -> None:
        self.mark(table.id, shown=False)  # written in the same transaction as the change, if one follows

    def _on_changed(self, table: Table) -> None:
        self.notify_of(table.id, ours=self.is_ours(table))

    def notify_of(self, game_id: str, *, ours: bool) -> None:
        """Tell the listeners that a game has changed. For a game of another process only `moved` is called: that
        process shows it."""
        for listener in self.changed if ours else self.moved:
            listener(game_id)

    def _keep(self, table: Table) -> None:
        super()._keep(table)
        if self.keeps(table.id):
            self._places[table.row.channel_id] = table.id


def revived(stored: storage.StoredTable) -> Table:
    """Return the table restored from storage; with `damaged` set, and without its game, if it cannot be read."""
    try:
        if stored.wrong:
            raise ValueError("; ".join(stored.wrong))
        rules = kit(stored.game.game)
        if stored.snapshot is None:
            return Table(
                stored.game,
                stored.seats,
                invited=stored.invitations,
                kicked=stored.kicked,
                closes=timing.lobby_until(stored.timers),
                hours=_hours(stored),
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
    """Return the hours that the table goes by, of each person who has any."""
    former = timing.former_hours(stored.timers)
    known = {
        each.user_id: former[each.seat] if each.seat in former else hours.of(stored.settings.get(each.user_id, {}))
        for each in stored.seats
        if each.user_id is not None
    }
    return {user_id: each for user_id, each in known.items() if each != ALWAYS}


def _require_fit(table: Table, game: Game) -> None:
    """Check that what is stored in several places agrees. Raises ValueError, KeyError."""
    if [*game.seats] != [seat.seat for seat in table.seats]:
        raise ValueError("the seats are not the game's")
    if table.status is Status.RUNNING and {*game.asked} != {*table.questions}:
        raise ValueError("the open questions are not what the rules ask")
    _ = table.waiting


@contextmanager
def refusals() -> Iterator[None]:
    """Turn those errors of storage that a person can understand into refusals."""
    try:
        yield
    except storage.NoSuchGame:
        raise NoGame from None
    except storage.Unreadable:
        raise WrongMoment(DAMAGED) from None
    except storage.WrongStatus as error:
        raise WrongMoment(_MOMENTS[Status(error.status)]) from None
