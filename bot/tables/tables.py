"""The entry point to all tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from cachetools import LRUCache

from bot.clock import Clock
from bot.tables import rests
from bot.tables.cache import TableCache, refusals
from bot.tables.decisions import Decisions
from bot.tables.errors import NoGame, WrongMoment
from bot.tables.handovers import Handovers
from bot.tables.history.logbook import Logbook
from bot.tables.history.records import history_of, record, stand_at
from bot.tables.invitations import Invitations
from bot.tables.lobby import Lobby
from bot.tables.moves import Moves
from bot.tables.people import People
from bot.tables.planning.passing import Delay, like_a_person
from bot.tables.planning.plans import Plans
from bot.tables.table import Table
from bot.tables.votes import Votes
from game.core.commands import at_table, to_open
from game.core.english import listed
from game.core.errors import MoveError
from game.core.history import History
from storage import Status, Storage

_YOURS = f"{at_table('games')} lists yours"
_NOT_BEGUN = "A replay is there once the game has begun."
_PASSED_OVER = (
    "This game was played to its end. The last one here was ended before its time, so it can be neither replayed nor"
    " reviewed."
)
_REPLAYED = 16
"""How many finished games' histories are kept in memory."""
_LOOKED_THROUGH = 10
"""How many of a channel's latest games are searched for one that can be read."""
_TOLD = 3
"""How many of a person's games elsewhere are named."""


class Tables:
    """Every read or change of a game goes through here. Users and channels are plain numbers.

    `clock` serves all tables. `seed` is used for every game started from now on; None, except in demos and tests, gives
    each game its own secret seed. `delay` says how long an automatic answer takes.
    """

    def __init__(
        self,
        store: Storage,
        *,
        clock: Clock | None = None,
        seed: str | None = None,
        delay: Delay = like_a_person,
    ) -> None:
        self.store = store
        self.cache = TableCache(store, clock, delay)
        self.lobby = Lobby(self.cache, seed)
        self.invitations = Invitations(self.cache, self.lobby)
        self.moves = Moves(self.cache)
        self.plans = Plans(self.cache)
        self.votes = Votes(self.cache)
        self.decisions = Decisions(self.cache, self.lobby, self.votes)
        self.handovers = Handovers(self.cache)
        self.people = People(self.cache)
        self.logbook = Logbook(store)
        self.look = self.cache.look
        """Returns the table as it stands. Raises NoGame."""
        self.is_gone: Callable[[int], Awaitable[bool]] = _there
        """Whether a channel, by its id, no longer exists for the bot; set by whatever knows channels."""
        self._histories: LRUCache[str, History] = LRUCache(_REPLAYED)

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with the id of each game that changes. It must not block or raise."""
        self.cache.changed.append(listener)

    async def active_in(self, channel_id: int, user_id: int | None = None, onward: str = "") -> Table:
        """Return the channel's lobby or running game. Raises NoGame with the text of `none_in`."""
        kept = self.cache.active_in(channel_id)
        if kept is not None:
            return kept
        row = await self.store.games.active_in(channel_id)
        if row is None:
            raise NoGame(await self.none_in(channel_id, user_id, onward))
        return await self.look(row.id)

    async def none_in(self, channel_id: int, user_id: int | None, onward: str) -> str:
        """Return why this channel has no active table (its game is over, or there was none), and where the person's
        other games are, if any. `onward` is a sentence on what to do with those."""
        own = await self.own_elsewhere(user_id, onward) if user_id is not None else ""
        last = await self._last_in(channel_id, Status.OVER, Status.CLOSED, begun=True)
        if last is not None:
            return f"{rests.finished(last)} {own}".rstrip()
        if await self.store.tales.active_in(channel_id) is not None:
            return f"{_TALE} {own}".rstrip()
        return f"There is no table here. {own or _ways_to_one()}"

    async def own_elsewhere(self, user_id: int, onward: str) -> str:
        """Return a sentence on where a person's games are, the latest opened first; "" if there are none."""
        own = (await self.of_user(user_id))[::-1]
        if not own:
            return ""
        told = own[:_TOLD]
        gone = await asyncio.gather(*(self.is_gone(each.row.channel_id) for each in told))
        places = [
            f"**{each.title}** ({each.kit.title})"
            + (", whose channel I do not see any more" if is_gone else f" in <#{each.row.channel_id}>")
            for each, is_gone in zip(told, gone, strict=True)
        ]
        more = [f"{len(own) - _TOLD} more, which {at_table('games')} lists"] if len(own) > _TOLD else []
        moved = f"{at_table('move')} in another carries a game on there." if any(gone) else ""
        return " ".join(filter(None, (f"You sit at {listed([*places, *more])}.", moved, onward)))

    async def latest_in(self, channel_id: int, user_id: int | None = None, onward: str = "") -> Table:
        """Return the channel's active game, or else the last one that ended there. Raises NoGame like `active_in`."""
        row = await self.store.games.active_in(channel_id)
        found = await (self.look(row.id) if row else self._last_in(channel_id, Status.OVER, Status.CLOSED))
        if found is None:
            raise NoGame(await self.none_in(channel_id, user_id, onward))
        return found

    async def seen_in(self, channel_id: int, user_id: int | None = None, onward: str = "") -> Table:
        """Return the channel's running game, or else the last one there that was played to its end.

        Raises NoGame as `active_in` does, and WrongMoment if none of the channel's games was played to its end.
        """
        row = await self.store.games.active_in(channel_id)
        if row is not None and row.status is Status.RUNNING:
            return await self.look(row.id)
        if (played := await self._last_in(channel_id, Status.OVER)) is not None:
            return played
        ended = await self._last_in(channel_id, Status.CLOSED, begun=True)
        if ended is None and row is not None:
            raise WrongMoment(_NOT_BEGUN)
        if ended is None:
            ended = await self._last_in(channel_id, Status.CLOSED)
        if ended is None:
            raise NoGame(await self.none_in(channel_id, user_id, onward))
        raise WrongMoment(_ended(ended))

    async def played_in(self, channel_id: int) -> Table:
        """Return the last game of the channel that had begun and is now over or ended. Raises NoGame, WrongMoment."""
        row = await self.store.games.active_in(channel_id)
        if row is not None and row.status is Status.RUNNING:
            raise WrongMoment("A game is being played here: a rematch comes when it is over.")
        lately = await self.store.games.finished_in(
            channel_id, Status.OVER, Status.CLOSED, begun=True, most=_LOOKED_THROUGH
        )
        for last in lately:
            if (table := await self.look(last.id)).game is not None:
                return table
        opening = "" if row is not None else f" {_ways_to_one()}"
        raise NoGame(f"No game has been played here, so there is none to play again.{opening}")

    async def finished_in(self, channel_id: int, wanted: Callable[[Table], bool]) -> Table:
        """Return a game of the channel that was played to its end, even if another one is running there now: of the
        latest, the last that is `wanted`, or else the very last. Raises NoGame; WrongMoment if games were only ended
        before their time."""
        last: Table | None = None
        for row in await self.store.games.finished_in(channel_id, Status.OVER, most=_LOOKED_THROUGH):
            table = await self.look(row.id)
            if wanted(table):
                return table
            last = last or table
        if last is not None:
            return last
        if (ended := await self._last_in(channel_id, Status.CLOSED, begun=True)) is not None:
            raise WrongMoment(_ended(ended))
        raise NoGame(f"No game has been played to its end here. {_YOURS}.")

    async def passed_over(self, channel_id: int) -> str:
        """Return a note that what is shown is not the channel's last game, as that was ended before its time; "" if it
        was not."""
        rows = await self.store.games.finished_in(channel_id, Status.OVER, Status.CLOSED, begun=True)
        return _PASSED_OVER if rows and rows[0].status is Status.CLOSED else ""

    async def ended_in(self, channel_id: int) -> Table:
        """Return the last game of the channel that was ended before its time and can be reopened. Raises NoGame."""
        if (ended := await self._last_in(channel_id, Status.CLOSED, reopenable=True)) is not None:
            return ended
        if (kept := await self.store.games.active_in(channel_id)) is not None and kept.status is Status.RUNNING:
            raise NoGame("The game of this channel is not ended: there is none to take up again.")
        raise NoGame(f"No game that was ended here in the last seven days can be taken up again. {_YOURS}.")

    async def seal(self, game_id: str) -> datetime | None:
        """Make the end of a game final if nobody reopened it in time; return the due time if that is still to come.
        Raises NoGame."""
        return await rests.seal(self.cache, game_id)

    async def _last_in(
        self, channel_id: int, *statuses: Status, begun: bool = False, reopenable: bool = False
    ) -> Table | None:
        """Return the last game that storage's `finished_in` finds; None if there is none."""
        rows = await self.store.games.finished_in(channel_id, *statuses, begun=begun, reopenable=reopenable)
        return await self.look(rows[0].id) if rows else None

    async def of_user(self, user_id: int) -> list[Table]:
        """The active games of a person, oldest first."""
        return [await self.look(row.id) for row in await self.store.games.of_user(user_id)]

    async def asking(self, user_id: int) -> list[Table]:
        """Return the tables, oldest first, at which the person is asked to take a seat."""
        tables = [await self.look(row.id) for row in await self.store.games.asking(user_id)]
        return [table for table in tables if not table.damaged and table.find(user_id) is None]

    async def taken_from(self, user_id: int) -> list[Table]:
        """Return the running games, oldest first, where a computer player has the person's seat and they can take it
        back."""
        tables = [await self.look(row.id) for row in await self.store.games.formerly_of(user_id)]
        return [table for table in tables if not table.damaged and table.taken_over(user_id) is not None]

    async def finished_of(self, user_id: int, *, most: int, skip: int) -> list[Table]:
        """Return games that a person played until they were over or ended, the latest first."""
        rows = await self.store.games.finished_of(user_id, most=most, skip=skip)
        return [await self.look(row.id) for row in rows]

    async def record(self, game_id: str) -> str:
        """Return the game's record, masked while it runs. Raises NoGame, WrongMoment."""
        (await self.look(game_id)).require_game()
        with refusals(), other_rules():
            return record(await self.store.games.load(game_id), await self.store.moves.entries(game_id))

    async def history(self, game_id: str) -> History:
        """Return a game's history for replaying: of a running game, only up to what everybody may know now.

        It contains no names. Histories of finished games no longer change, so the last few are cached for the next
        click on a replay. Raises NoGame, WrongMoment.
        """
        with refusals():
            status = (await self.store.games.row(game_id)).status
        if status not in (Status.RUNNING, Status.OVER):
            raise WrongMoment(_ended(await self.look(game_id)) if status is Status.CLOSED else _NOT_BEGUN)
        found = self._histories.get(game_id) if status is Status.OVER else None
        if found is None:
            table = await self.look(game_id)
            known: int = table.public["ply"]  # without a round that is still secret
            with refusals():
                stand = stand_at(table, await self.store.moves.entries(game_id))
            found = history_of(table, stand[:known])
            if status is Status.OVER:
                self._histories[game_id] = found
        return found


_TALE = (
    "No board game is played here, but a tale: `/tale status` brings its message down, with a button for all that is"
    " done there."
)


async def _there(_channel_id: int) -> bool:
    """Take a channel to be there, where nothing knows channels."""
    return False


def _ways_to_one() -> str:
    """Return how to get to a table. The text also fits a direct message, where there never is one."""
    return f"{_YOURS}, {to_open()} opens one in a server's channel."


def _ended(table: Table) -> str:
    """Return why a game that was ended before its time cannot be replayed, and what can still be seen of it."""
    if table.damaged:
        return table.unreadable
    if table.game is None:
        return table.unplayed
    return (
        f"{table.title} was ended in {table.turn_name}, before its time, and only a game that was played to its end can"
        f" be replayed or reviewed. {at_table('log')} says what happened last, {at_table('score')} how it stood, and"
        f" {at_table('export')} gives its record."
    )


@contextmanager
def other_rules() -> Iterator[None]:
    """Turn the error for a move that was legal under former rules into a refusal that a person understands."""
    try:
        yield
    except MoveError:
        raise WrongMoment("The rules have changed since this game began; it can no longer be played again.") from None
