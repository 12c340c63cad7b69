"""What the table decides: at once by its host or a manager of the channel, else by a vote of the players."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import NamedTuple

import storage
from bot.tables import handovers, rests, transitions
from bot.tables.cache import TableCache
from bot.tables.checks import Actor, may_lead, require_active
from bot.tables.errors import BadWish, NotAllowed, WrongMoment
from bot.tables.lobby import Lobby
from bot.tables.table import Table
from bot.tables.votes import DECIDING, Vote, Votes, by_itself, require_voice, require_voter, settled_by
from bot.tables.waiting import timing
from game.core.commands import at_table
from storage import Timing
from storage.topics import END, PAUSE, REOPEN, RESUME, Change, destination, is_topic, replaced


class Decided(NamedTuple):
    """The table after a decision. `vote`: how the vote stands if there was one; it has carried if it `passed`."""

    table: Table
    vote: Vote | None = None


@dataclass(frozen=True, slots=True)
class Decider(Actor):
    """A person who decides. `votes`: they act as one of the players, whatever else they may do. `guild_id`: the server
    where they are, in which a game that is moved goes on.

    `gone`: the user id of the seat's player, if they have left the server; or, when a game is moved, the id of the
    channel that it is in, if that no longer exists.
    """

    votes: bool = False
    gone: int | None = None
    guild_id: int | None = None


class Decisions:
    """Every method is one change, on disk when it returns. If it raises a Refusal, nothing has changed."""

    def __init__(self, cache: TableCache, lobby: Lobby, votes: Votes) -> None:
        self._cache = cache
        self._lobby = lobby
        self._votes = votes

    async def suffices(self, table: Table, about: str, by: Decider) -> bool:
        """Return whether it would be done at once if this person were for it.

        Raises NotSeated, WrongMoment, BadWish.
        """
        self.require_possible(table, about)
        if self._alone(table, about, by):
            return True
        vote = await self._weighed(table, about, by)
        return vote.passed or _agreed(table, vote)

    async def decide(self, game_id: str, about: str, by: Decider) -> Decided:
        """Let this person be for it. If that is enough it is done, in the same transaction.

        Raises NoGame, NotSeated, WrongMoment, BadWish.
        """
        there: str | None = None
        while True:
            try:
                async with self._cache.hold(there) if there else nullcontext() as lobby:
                    return await self._decided(game_id, about, by, lobby)
            except storage.ChannelTaken as error:  # the game cannot be reopened; nobody holds it any more
                there = error.game_id
                await self._require_way(there, await self._cache.read(game_id))

    async def _decided(self, game_id: str, about: str, by: Decider, there: Table | None) -> Decided:
        """Do what `decide` does. `there`: the table that was in the way of reopening the game; the caller holds it.
        Raises ChannelTaken too."""
        async with self._cache.hold(game_id) as table:
            self.require_possible(table, about)
            if about == REOPEN or destination(about) is not None:
                table.seat_of(by.user_id, DECIDING)
            if self._alone(table, about, by):
                return Decided(await self._do(table, about, by.user_id, by, there))
            require_voice(table, self._cache.clock.now(), about, by.user_id)
            vote = await self._weighed(table, about, by)
            if vote.passed:
                alone = by.user_id if vote.people == 1 else None
                return Decided(await self._do(table, about, alone, by, there), vote)
            if _agreed(table, vote):
                return Decided(await self._do(table, about, None, by, there))
            await self._require_room(table, about, by.user_id)
            await self._votes.cast(table, by.user_id, about)
            return Decided(table, vote)

    async def _require_room(self, table: Table, about: str, user_id: int) -> None:
        """Check that no other table is in the channel where the game would go on, before anybody is called to vote on
        that. Raises WrongMoment."""
        channel_id = table.row.channel_id if about == REOPEN else destination(about)
        there = await self._cache.store.games.active_in(channel_id) if channel_id is not None else None
        if there is None or there.id == table.id:
            return
        if about != REOPEN:
            raise WrongMoment(await self._lobby.taken(there.id, user_id))
        await self._require_way(there.id, table)

    async def _require_way(self, there: str, table: Table) -> None:
        """Check that the table that is in the way gives way to this game. Only such a one is held besides a game, and
        no game gives way, so nobody waits for each other. Raises WrongMoment."""
        if not rests.gives_way(await self._cache.read(there), table):
            raise WrongMoment(await self._lobby.in_the_way(there))

    async def oppose(self, game_id: str, about: str, user_id: int) -> tuple[Table, Vote]:
        """Vote against it, and return how the vote stands. This decides nothing, but everybody sees it. Who alone was
        for it withdraws that vote: nobody can be against what nobody is for.

        Raises NoGame, NotSeated, WrongMoment, BadWish.
        """
        async with self._cache.hold(game_id) as table:
            self.require_possible(table, about)
            require_voter(table, user_id)
            require_voice(table, self._cache.clock.now(), about, user_id)
            vote = next((each for each in await self._votes.open_in(table) if each.about == about), None)
            if vote is None:
                raise WrongMoment("Nobody is for that any more, so there is nothing to be against.")
            if vote.yes == (user_id,) and about not in by_itself(table):
                await self._votes.drop(table, user_id, about)
            else:
                await self._votes.cast(table, user_id, about, favours=False)
            return table, await self._votes.counted(table, about)

    def require_possible(self, table: Table, about: str) -> None:
        """Check that it can be decided as things stand. Raises WrongMoment, BadWish."""
        if change := replaced(about):
            handovers.require_replaceable(table, change)
        elif about == PAUSE:
            transitions.require_running(table)
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
        """Return whether this person's word is enough, without a vote."""
        if destination(about) is not None:
            return settled_by(table, about, by.user_id)
        may = not by.votes and may_lead(table, by)
        return may and (about == END or _is_gone(table, about, by) or settled_by(table, about, by.user_id))

    async def _weighed(self, table: Table, about: str, by: Decider) -> Vote:
        """As `Votes.weighed`. Raises NotAllowed for a manager without a seat, who has no vote on seats of people."""
        change = replaced(about)
        if change is not None and by.manager and table.find(by.user_id) is None:
            raise NotAllowed(
                f"{table.named(change.seat)} plays on: who else has the seat is for the players to decide, by a vote"
                f" that each of them can begin: {at_table('replace')}."
            )
        return await self._votes.weighed(table, by.user_id, about)

    async def _do(self, table: Table, about: str, by: int | None, last: Decider, there: Table | None) -> Table:
        """Do what was decided. `by`: the id of the person who decided it alone, None for a vote; `last`: whose word or
        vote decided it; `there`: as for `_decided`."""
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
        lobby = there if there is not None and rests.gives_way(there, table) else None
        return await rests.reopen(self._cache, *handovers.filled(table), by, last.user_id, lobby)

    async def _replace(self, table: Table, change: Change, by: int | None) -> Table:
        """Give the seat to a computer player at once, or offer it to a person."""
        decider = table.place_of(by) if by is not None else None
        if change.user_id is None:
            computer = handovers.a_computer(table, change.level)
            return await handovers.hand_over(self._cache, table, table.seat(change.seat), computer, by=decider)
        now, offer = self._cache.clock.now(), table.offers.get(change.seat)
        since = offer.since if offer is not None and offer.user_id == change.user_id else now.isoformat()
        lapses = timing.offer(change.seat, now + handovers.OFFERED, decider, since)
        await self._cache.store.handovers.offer(table.id, change.seat, change.user_id, Timing(put=[lapses]))
        return await self._cache.reload(table.id)


def _is_gone(table: Table, about: str, by: Decider) -> bool:
    """Return whether the player of the seat in question has left the server."""
    change = replaced(about)
    return change is not None and by.gone is not None and table.seat(change.seat).user_id == by.gone


def _agreed(table: Table, vote: Vote) -> bool:
    """Return whether both the host and the player of the seat in question are for it."""
    change = replaced(vote.about)
    return change is not None and {table.row.host_id, table.seat(change.seat).user_id} <= {*vote.yes}
