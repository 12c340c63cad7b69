"""What is for the table to decide: at once by its host or who manages the channel, else by a vote of the players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import storage
from bot.tables import hands, rests, timing
from bot.tables.cache import TableCache
from bot.tables.checks import Actor, may_lead, require_active
from bot.tables.errors import BadWish, NotAllowed, WrongMoment
from bot.tables.lobby import Lobby
from bot.tables.table import Table
from bot.tables.votes import DECIDING, Vote, Votes, require_voice, require_voter, settled_by
from game.core.commands import at_table
from storage import Timing
from storage.topics import END, PAUSE, REOPEN, RESUME, Change, destination, is_topic, replaced


class Decided(NamedTuple):
    """The table then. `vote`: how it stands where it was one; it has carried if it `passed`."""

    table: Table
    vote: Vote | None = None


@dataclass(frozen=True, slots=True)
class Decider(Actor):
    """Who decides. `votes`: as one of the players, whatever else they may. `gone`: whoever has the seat that it is
    about, if they have left the server; the channel that the game is in, if that is not there any more. `guild_id`: the
    server where they are, in which a game that is moved goes on."""

    votes: bool = False
    gone: int | None = None
    guild_id: int | None = None


class Decisions:
    """One method, one change: on disk when it returns; or it raises a Refusal and has changed nothing."""

    def __init__(self, cache: TableCache, lobby: Lobby, votes: Votes) -> None:
        self._cache = cache
        self._lobby = lobby
        self._votes = votes

    async def suffices(self, table: Table, about: str, by: Decider) -> bool:
        """Whether it is done as soon as this person is for it, as things stand.

        Raises NotSeated, WrongMoment, BadWish.
        """
        self.require_possible(table, about)
        if self._alone(table, about, by):
            return True
        vote = await self._weighed(table, about, by)
        return vote.passed or _agreed(table, vote)

    async def decide(self, game_id: str, about: str, by: Decider) -> Decided:
        """Be for it: it is done if that is enough, in the same transaction.

        Raises NoGame, NotSeated, WrongMoment, BadWish.
        """
        async with self._cache.hold(game_id) as table:
            self.require_possible(table, about)
            if about == REOPEN or destination(about) is not None:
                table.seat_of(by.user_id, DECIDING)
            if self._alone(table, about, by):
                return Decided(await self._do(table, about, by.user_id, by))
            require_voice(table, self._cache.clock.now(), about, by.user_id)
            vote = await self._weighed(table, about, by)
            if vote.passed:
                alone = by.user_id if vote.people == 1 else None
                return Decided(await self._do(table, about, alone, by), vote)
            if _agreed(table, vote):
                return Decided(await self._do(table, about, None, by))
            await self._votes.cast(table, by.user_id, about)
            return Decided(table, vote)

    async def oppose(self, game_id: str, about: str, user_id: int) -> tuple[Table, Vote]:
        """Be against what is voted on, and see how that stands: nothing comes of it but that everybody sees it.

        Raises NoGame, NotSeated, WrongMoment, BadWish.
        """
        async with self._cache.hold(game_id) as table:
            self.require_possible(table, about)
            require_voter(table, user_id)
            require_voice(table, self._cache.clock.now(), about, user_id)
            await self._votes.cast(table, user_id, about, favours=False)
            return table, await self._votes.counted(table, about)

    def require_possible(self, table: Table, about: str) -> None:
        """Whether it can be decided, as things stand. Raises WrongMoment, BadWish where it cannot."""
        if change := replaced(about):
            hands.require_replaceable(table, change)
        elif about == PAUSE:
            rests.require_pausable(table)
        elif about == RESUME:
            rests.require_paused(table)
        elif about == REOPEN:
            rests.require_reopenable(table, self._cache.clock.now())
        elif not is_topic(about):
            raise BadWish("There is no such vote.")
        else:
            require_active(table)
            if destination(about) == table.row.channel_id:
                raise WrongMoment(f"The game is in this channel already; {at_table('board')} shows it anew.")

    def _alone(self, table: Table, about: str, by: Decider) -> bool:
        """Whether it takes no vote."""
        if destination(about) is not None:
            return settled_by(table, about, by.user_id)
        may = not by.votes and may_lead(table, by)
        return may and (about == END or _is_gone(table, about, by) or settled_by(table, about, by.user_id))

    async def _weighed(self, table: Table, about: str, by: Decider) -> Vote:
        """As `Votes.weighed`. Raises NotAllowed where a manager who does not play has no voice."""
        change = replaced(about)
        if change is not None and by.manager and table.find(by.user_id) is None:
            raise NotAllowed(
                f"{table.named(change.seat)} plays on: who else has the seat is for the players to decide, by a vote"
                f" that each of them can begin: {at_table('replace')}."
            )
        return await self._votes.weighed(table, by.user_id, about)

    async def _do(self, table: Table, about: str, by: int | None, last: Decider) -> Table:
        """`by`: who decides it, None for a vote; `last`: whose word it was that counted."""
        if change := replaced(about):
            return await self._replace(table, change, by)
        if (channel_id := destination(about)) is not None:
            gone = last.gone == table.row.channel_id
            return await self._lobby.carry_on(table, last.guild_id, channel_id, last.user_id, gone=gone)
        if about == END:
            return await rests.end(self._cache, table, by)
        if about == PAUSE:
            return await rests.pause(self._cache, table, by)
        if about == RESUME:
            return await rests.resume(self._cache, table, by, last.user_id)
        while True:
            try:
                return await rests.reopen(self._cache, *hands.filled(table), by, last.user_id)
            except storage.ChannelTaken as error:
                if not await rests.give_way(self._cache, error.game_id, table.id, last.user_id):
                    raise WrongMoment(await self._lobby.in_the_way(error.game_id)) from None

    async def _replace(self, table: Table, change: Change, by: int | None) -> Table:
        """A computer player takes the seat at once; a person is asked."""
        sits = table.find(by) if by is not None else None
        decider = None if by is None else sits.seat if sits is not None else ""
        if change.user_id is None:
            computer = hands.a_computer(table, change.level)
            return await hands.hand_over(self._cache, table, table.seat(change.seat), computer, by=decider)
        now, offer = self._cache.clock.now(), table.offers.get(change.seat)
        since = offer.since if offer is not None and offer.user_id == change.user_id else now.isoformat()
        lapses = timing.offer(change.seat, now + hands.OFFERED, decider, since)
        await self._cache.store.hands.offer(table.id, change.seat, change.user_id, Timing(put=[lapses]))
        return await self._cache.reload(table.id)


def _is_gone(table: Table, about: str, by: Decider) -> bool:
    """Whether whoever has the seat that it is about has left the server."""
    change = replaced(about)
    return change is not None and by.gone is not None and table.seat(change.seat).user_id == by.gone


def _agreed(table: Table, vote: Vote) -> bool:
    """Whether the host is for it and whoever has the seat that it is about."""
    change = replaced(vote.about)
    return change is not None and {table.row.host_id, table.seat(change.seat).user_id} <= {*vote.yes}
