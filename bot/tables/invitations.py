"""Asking people to a table before its game: by name, or everybody of a finished game for a rematch."""

from __future__ import annotations

from collections.abc import Mapping

import storage
from bot.tables.cache import TableCache, revived
from bot.tables.checks import Actor, invitations, person, require_host, require_lobby, titled
from bot.tables.errors import BadWish, NotAllowed, WrongMoment
from bot.tables.history import news
from bot.tables.lobby import Lobby
from bot.tables.lobby_options import AGAIN, ASKED_FOR, GUIDED, HOME
from bot.tables.table import Table
from bot.tables.waiting import pace
from game.core.commands import at_table
from game.core.english import listed, many
from game.core.text.names import called, shown
from storage import Invitation, Status


class Invitations:
    """Every method is one change, on disk when it returns. If it raises a Refusal, nothing has changed."""

    def __init__(self, cache: TableCache, lobby: Lobby) -> None:
        self._cache = cache
        self._store = cache.store
        self._lobby = lobby

    async def invite(self, game_id: str, by: Actor, people: Mapping[int, str]) -> Table:
        """Keep a seat for each of these people (names by user id) until they have answered.

        Raises NoGame, WrongMoment, NotAllowed, BadWish.
        """
        async with self._cache.hold(game_id) as table:
            require_lobby(table)
            require_host(table, by)
            seated = [table.named(seat.seat) for seat in table.seats if seat.user_id in people]
            if seated:
                raise BadWish(f"{listed(seated)} {'sits' if len(seated) == 1 else 'sit'} at this table already.")
            awaited = {each.user_id for each in table.awaited}
            if refused := [shown(name) for user_id, name in people.items() if user_id in table.kicked]:
                raise BadWish(f"You took {listed(refused)} out of this table: {at_table('readmit')} comes first.")
            new = {user_id: name for user_id, name in people.items() if user_id not in awaited}
            if not new:
                return table
            if len(new) > (free := table.free_seats):
                more = "ask for more seats in Options, or " if table.may_grow else ""
                raise BadWish(
                    f"There {'is' if free == 1 else 'are'} {many(free, 'seat')} left to invite people to: {more}invite"
                    " fewer."
                )
            await self._store.invitations.add(game_id, invitations(new))
            return await self._cache.reload(game_id)

    async def decline(self, game_id: str, user_id: int) -> Table:
        """Decline an invitation. Raises NoGame, WrongMoment, NotAllowed."""
        async with self._cache.hold(game_id) as table:
            if table.status is Status.RUNNING and table.find(user_id) is None:
                raise WrongMoment("The game has begun without you, so there is nothing to decline any more.")
            require_lobby(table)
            if table.find(user_id) is not None:
                raise WrongMoment("You sit at this table already: press **Leave** on it to give up the seat.")
            if user_id not in {each.user_id for each in table.invited}:
                raise NotAllowed("You were not invited to this table, so there is nothing to decline.")
            await self._store.invitations.decline(game_id, user_id)
            return await self._cache.reload(game_id)

    async def withdraw(self, game_id: str, by: Actor, user_id: int) -> Table:
        """Stop waiting for this person. Raises NoGame, WrongMoment, NotAllowed; BadWish if they have answered."""
        async with self._cache.hold(game_id) as table:
            require_lobby(table)
            require_host(table, by)
            if (seat := table.find(user_id)) is not None:
                raise BadWish(f"{table.named(seat.seat)} has joined: {at_table('kick')} takes somebody out again.")
            if declined := [shown(called(each.name)) for each in table.declined if each.user_id == user_id]:
                raise BadWish(f"{declined[0]} has declined: there is nothing to withdraw.")
            if user_id in {each.user_id for each in table.awaited}:
                await self._store.invitations.withdraw(game_id, user_id)
            return await self._cache.reload(game_id)

    async def rematch(self, game_id: str, user_id: int, name: str) -> Table:
        """Open a table for the same people with the same options, each one seat further on. All other people are
        invited and computer players sit down at once.

        If that leaves nobody to wait for, the game begins. If the rematch is open already, sit down at it. Raises
        NoGame, NotSeated, WrongMoment, NotAllowed.
        """
        async with self._cache.hold(game_id) as table:
            opened = await self._opened_again(table, user_id, name)
        if opened.status is Status.LOBBY and opened.find(user_id) is None:
            return await self._lobby.join(opened.id, user_id, name)
        if opened.status is Status.LOBBY and not opened.invited and opened.can_begin:
            return await self._lobby.start(opened.id, Actor(user_id))
        if opened.status is Status.RUNNING:
            replace = at_table("replace")
            opened.seat_of(
                user_id, f"The rematch has begun without you; the host or a vote can give you a seat: {replace}"
            )
        return opened

    async def _opened_again(self, table: Table, user_id: int, name: str) -> Table:
        """Return the table of a rematch, opened now or before. The caller holds the game that was played."""
        own = table.seat_of(user_id)
        if table.status.is_active or table.game is None:
            raise WrongMoment("A rematch is for a game that has been played: this one is not over.")
        places = {seat.seat: at % len(table.seats) for at, seat in enumerate(table.seats, 1)}  # the last comes first
        computers = [seat for seat in table.seats if seat.is_computer]
        invited = [
            Invitation(seat.user_id, seat.name, places[seat.seat])
            for seat in table.seats
            if seat.user_id is not None and seat.user_id != user_id
        ]
        options = {key: value for key, value in table.options.items() if key not in (GUIDED, HOME, ASKED_FOR)}
        try:
            stored = await self._store.games.create(
                table.row.game,
                titled(name),
                guild_id=table.row.guild_id,
                channel_id=table.row.channel_id,
                host_id=user_id,
                host_name=person(name),
                options={**options, AGAIN: table.id},
                pace=_pace(table),
                computers=[(seat.name, seat.policy or table.kit.usual_player) for seat in computers],
                places=[places[seat.seat] for seat in (own, *computers)],
                invited=invited,
                timing=self._lobby.opening(),
            )
        except storage.ChannelTaken as error:
            there = await self._cache.read(error.game_id)
            if there.options.get(AGAIN) == table.id:
                return there
            raise WrongMoment(await self._lobby.taken(error.game_id, user_id)) from None
        opened = revived(stored)
        self._cache.put(opened)
        return opened


def _pace(table: Table) -> str:
    """Return the pace that people last chose: a live game that became one with a day a move by itself is live again."""
    paces = [each.event.data for each in table.context.log if each.event.kind == news.PACED]
    if paces and paces[-1]["idle"]:
        return pace.LIVE
    return table.row.pace if table.pace is not None else pace.NONE
