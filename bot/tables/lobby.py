"""Tables before and around their game: opening, seats, options, start, host, channel, end."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

import storage
from bot.tables import rests, transitions
from bot.tables.cache import TableCache, revived
from bot.tables.checks import (
    Actor,
    computer,
    invitations,
    names_of_computers,
    person,
    require_active,
    require_host,
    require_lobby,
    require_room,
    titled,
)
from bot.tables.errors import BadWish, WrongMoment
from bot.tables.history import news
from bot.tables.lobby_options import (
    ASKED_FOR,
    AT_ANY_TIME,
    GUIDED,
    HOME,
    SEATS,
    checked,
    chosen,
    current,
    defaults,
    most_seats,
    seats_stay_free,
)
from bot.tables.table import Table
from bot.tables.waiting import hours
from bot.tables.waiting.pace import PACE
from bot.tables.waiting.timing import LOBBY, merged, sat_down
from game.core import discover
from game.core.commands import at_table
from game.core.english import number, sentence
from game.core.errors import SetupError
from game.core.program import USUAL
from game.core.text.names import shown
from storage import Seat, Status, Timer, Timing

log = logging.getLogger(__name__)

LOBBY_LIVES = timedelta(days=1)


class Lobby:
    """Every method is one change, on disk when it returns. If it raises a Refusal, nothing has changed."""

    def __init__(self, cache: TableCache, seed: str | None = None) -> None:
        self._cache = cache
        self._store = cache.store
        self.seed = seed
        """The seed of all games started from now on; None: a secret one for each."""

    async def new(
        self,
        user_id: int,
        name: str,
        *,
        guild_id: int | None,
        channel_id: int,
        options: Mapping[str, Any],
        computers: int = 0,
        level: str = "",
        invited: Mapping[int, str] | None = None,
        guided: bool = False,
        game: str = USUAL,
    ) -> Table:
        """Open a table for that game. Whoever opens it is its host, in P1; computer players of that level ("": the
        usual one) sit down next to them.

        Options that are left out get their defaults, but if people are `invited` (names by user id) there are just as
        many seats as needed. `guided`: the host will be guided through the game. Raises WrongMoment if the channel has
        an active game, BadWish.
        """
        kit, asked = discover.kit(game), invitations(invited or {})
        policy = computer(kit, level)
        kept = {**defaults(kit), **{key: checked(kit, key, value) for key, value in options.items()}}
        wanted = 1 + computers + len(asked)
        if options.get(SEATS) is not None:
            kept[ASKED_FOR] = True
        elif asked:
            kept[SEATS] = max(kit.seats[0], min(wanted, kit.seats[-1]))
        if computers < 0 or wanted > kept[SEATS]:
            more = "more seats, or for " if kept[SEATS] < kit.seats[-1] else ""
            fewer = "invitations or computer players" if asked else "computer players"
            raise BadWish(
                f"That makes {wanted} players at a table of {kept[SEATS]} seats: ask for {more}fewer {fewer}."
            )
        pace = kept.pop(PACE.name)
        if guided:
            kept[GUIDED] = True
        try:
            stored = await self._store.games.create(
                kit.name,
                titled(name),
                guild_id=guild_id,
                channel_id=channel_id,
                host_id=user_id,
                host_name=person(name),
                options=kept,
                pace=pace,
                computers=[(each, policy) for each in islice(names_of_computers(), computers)],
                timing=self.opening(),
                invited=asked,
            )
        except storage.ChannelTaken as error:
            raise WrongMoment(await self.taken(error.game_id, user_id)) from None
        table = revived(stored)
        self._cache.put(table)
        return table

    async def join(self, game_id: str, user_id: int, name: str) -> Table:
        """Sit down. When the last invited person who has not declined joins, the game begins, unless more seats were
        asked for than are taken then.

        Raises NoGame, WrongMoment.
        """
        async with self._cache.hold(game_id) as table:
            if table.find(user_id):
                require_active(table)
                return table
            require_lobby(table)
            require_room(table, user_id)
            others = [each for each in table.awaited if each.user_id != user_id]
            begins = not others and not seats_stay_free(table.options, len(table.seats) + 1)
            if begins and any(each.user_id == user_id for each in table.invited):
                with suppress(WrongMoment):  # options that conflict: the host is told when pressing Start
                    return await self.begin(table, (user_id, person(name)))
            await self._store.seats.add(game_id, person(name), user_id=user_id)
            return await self._cache.reload(game_id)

    async def leave(self, game_id: str, user_id: int) -> Table:
        """Give up the seat. If it was the host's the next person becomes host; if no person is left the table closes.

        Raises NoGame, NotSeated, WrongMoment.
        """
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id)
            require_lobby(table)
            await self._store.seats.remove(game_id, seat.seat)
            return await self._cache.reload(game_id)

    async def kick(self, game_id: str, by: Actor, seat: Seat) -> Table:
        """Take whoever has this seat out of a lobby. Raises NoGame, WrongMoment, NotAllowed, BadWish."""
        async with self._cache.hold(game_id) as table:
            require_lobby(table, "nobody is taken out any more")
            require_host(table, by)
            if seat.user_id == by.user_id:
                raise BadWish("Name somebody else who sits at this table. To give up your own seat, use Leave.")
            if seat not in table.seats:
                raise BadWish("Seats have changed just now: look who sits where, and name somebody again.")
            await self._store.seats.remove(game_id, seat.seat, kicked=True)
            return await self._cache.reload(game_id)

    async def readmit(self, game_id: str, by: Actor, user_id: int) -> None:
        """Let somebody who was kicked sit down again. Raises NoGame, WrongMoment, NotAllowed."""
        async with self._cache.hold(game_id) as table:
            require_lobby(table)
            require_host(table, by)
            await self._store.seats.readmit(game_id, user_id)
            await self._cache.reload(game_id)

    async def add_computer(self, game_id: str, by: Actor, policy: str = "") -> Table:
        """Add a computer player; "" for the usual one of the game. Raises NoGame, WrongMoment, NotAllowed, BadWish."""
        async with self._cache.hold(game_id) as table:
            require_lobby(table)
            require_host(table, by)
            require_room(table)
            policy = computer(table.kit, policy)
            taken = set(table.names.values())
            name = next(each for each in names_of_computers() if each not in taken)
            await self._store.seats.add(game_id, name, policy=policy)
            return await self._cache.reload(game_id)

    async def remove_computer(self, game_id: str, by: Actor) -> Table:
        """Remove the computer player that was added last. Raises NoGame, WrongMoment, NotAllowed, BadWish."""
        async with self._cache.hold(game_id) as table:
            require_lobby(table)
            require_host(table, by)
            computers = [seat.seat for seat in table.seats if seat.is_computer]
            if not computers:
                raise BadWish("No computer player sits at this table.")
            await self._store.seats.remove(game_id, computers[-1])
            return await self._cache.reload(game_id)

    async def set_option(self, game_id: str, by: Actor, name: str, value: Any) -> Table:
        """Set an option: those in `AT_ANY_TIME` at any time, the others before the start.

        Raises NoGame, WrongMoment, NotAllowed, BadWish.
        """
        async with self._cache.hold(game_id) as table:
            return await self._set_option(table, by, name, value)

    async def _set_option(self, table: Table, by: Actor, name: str, value: Any) -> Table:
        name = current(table.kit, name)
        if name in AT_ANY_TIME:
            require_active(table)
        else:
            require_lobby(table, "its options are settled")
        require_host(table, by)
        kept = {**table.choices, name: checked(table.kit, name, value)}
        most = most_seats(table.kit, kept)
        if most < len(table.seats):
            raise BadWish(f"{len(table.seats)} sit here already: somebody has to leave first.")
        if most < len(table.seats) + len(table.awaited):
            raise BadWish("The free seats are kept for those who were invited: withdraw an invitation first.")
        pace = kept.pop(PACE.name)
        if name == SEATS:
            kept[ASKED_FOR] = True
        await self._store.games.set_options(table.id, kept, pace)
        return await self._cache.reload(table.id)

    async def set_pace(self, game_id: str, by: Actor, pace: str) -> Table:
        """Set how long an answer may take, at any time. In a running game nobody gets less time for what they are
        asked.

        Raises NoGame, WrongMoment, NotAllowed, BadWish.
        """
        async with self._cache.hold(game_id) as table:
            if table.status is Status.LOBBY:
                return await self._set_option(table, by, PACE.name, pace)
            require_active(table)
            require_host(table, by)
            kept = checked(table.kit, PACE.name, pace)
            told = news.paced(kept, table.row.pace, table.place_of(by.user_id), table.handovers)
            return await transitions.keep(self._cache, table, table.telling(told), pace=kept)

    async def start(self, game_id: str, by: Actor) -> Table:
        """Begin the game. If it is running already, nothing changes. Raises NoGame, NotAllowed, WrongMoment."""
        async with self._cache.hold(game_id) as table:
            if table.status is Status.RUNNING:
                return table
            require_lobby(table)
            require_host(table, by)
            if not table.can_begin:
                needed = number(table.kit.seats[0])
                raise WrongMoment(f"It takes {needed} to play: wait for somebody to join, or add a computer player.")
            guided = [seat.seat for seat in table.people if table.options.get(GUIDED) and seat.user_id == by.user_id]
            return await self.begin(table, guided=guided)

    async def hand_over(self, game_id: str, by: Actor, to: int) -> Table:
        """Make somebody else the host. Raises NoGame, WrongMoment, NotAllowed, BadWish."""
        async with self._cache.hold(game_id) as table:
            require_active(table)
            require_host(table, by)
            if (seat := table.find(to)) is None:
                raise BadWish("Only somebody who sits at this table can become its host.")
            if to == table.row.host_id:
                raise WrongMoment(f"{table.host_name} is the host already.")
            if not table.under_way:
                await self._store.games.set_host(game_id, to)
                return await self._cache.reload(game_id)
            told = news.hosted(seat.seat, table.place_of(by.user_id), table.handovers)
            return await transitions.keep(self._cache, table, table.telling(told), host_id=to)

    async def end(self, game_id: str, by: Actor) -> Table:
        """Close the table at once. Raises NoGame, WrongMoment, NotAllowed."""
        async with self._cache.hold(game_id) as table:
            require_active(table)
            require_host(table, by)
            return await rests.end(self._cache, table, by.user_id)

    async def close_old(self, game_id: str, due: datetime | None = None) -> datetime | None:
        """Close a lobby that nobody has started within a day, or by `due`. Return the due time if that is still to
        come.

        Raises NoGame.
        """
        async with self._cache.hold(game_id) as table:
            if table.status is not Status.LOBBY:
                return None
            due = due or table.row.created_at + LOBBY_LIVES
            if due > self._cache.clock.now():
                return due
            await self._store.games.close(game_id)
            await self._cache.reload(game_id)
            log.info("lobby closed", extra={"game": game_id})
            return None

    async def keep_open(self, game_id: str, until: datetime) -> None:
        """Let a lobby that nobody has started stay open until then. Raises NoGame."""
        async with self._cache.hold(game_id) as table:
            if table.status is Status.LOBBY:
                await self._store.timers.change(Timing(put=[Timer(LOBBY, "", until)]), game_id)
                await self._cache.reload(game_id)

    async def begin(self, table: Table, joining: tuple[int, str] | None = None, guided: Sequence[str] = ()) -> Table:
        """Deal and ask the first questions. `joining`, a user id and a name, sits down at the same time. The caller
        holds the table.

        Raises WrongMoment.
        """
        players = len(table.seats) + (joining is not None)
        try:
            game = table.kit.new(players, chosen(table.kit, table.options), self.seed)
        except SetupError as error:
            raise WrongMoment(f"{sentence(shown(str(error), 400))}.") from None
        now, watching = self._cache.clock.now(), self._cache.watching
        seats, known, waits_by = table.seats, table.hours, Timing()
        if joining is not None:
            seats, settings = _with(table, joining, now), await self._store.players.settings(joining[0])
            known = {**known, joining[0]: hours.of(settings)}
            seat = next(each.seat for each in seats if each.user_id == joining[0])
            waits_by = Timing(put=[sat_down(seat, settings, now)])
        row = replace(table.row, status=Status.RUNNING)
        begun = replace(table, row=row, game=game, seats=seats, hours=known)
        by = table.host if joining is None else ""  # whoever joins counts as present anyway, having just sat down
        position, pending, timing = transitions.first(begun, now, watching, by, guided)
        await self._store.moves.start(table.id, position, pending, merged(timing, waits_by), joining=joining)
        return await self._cache.reload(table.id)

    async def carry_on(self, table: Table, guild_id: int | None, channel_id: int, user_id: int, *, gone: bool) -> Table:
        """Move the game to another channel; this person's word or vote decided it. If its channel is `gone`, that
        channel is noted as its home. The caller holds the table.

        Raises WrongMoment.
        """
        home = table.options.get(HOME)
        options = {name: value for name, value in table.options.items() if name != HOME}
        if gone and home != channel_id:
            options[HOME] = home or table.row.channel_id
        try:
            await self._store.games.set_channel(table.id, guild_id=guild_id, channel_id=channel_id, options=options)
        except storage.ChannelTaken as error:
            raise WrongMoment(await self.taken(error.game_id, user_id)) from None
        return await self._cache.reload(table.id)

    def opening(self) -> Timing:
        """Return the timer that closes an unstarted lobby."""
        return Timing(put=[Timer(LOBBY, "", self._cache.clock.now() + LOBBY_LIVES)])

    async def in_the_way(self, game_id: str) -> str:
        """Return why a game cannot be reopened: the table that is in its channel, whose it is, and what can be done."""
        table = await self._cache.read(game_id)
        host = f"{table.host_name}, its host," if table.host else "its host"
        state = "waits for players" if table.status is Status.LOBBY else "is being played"
        return (
            f"In <#{table.row.channel_id}> {table.title}, {table.kit.title}, {state}. One table a channel: the game can"
            f" be taken up again when that one is over, or when {host} ends it with {at_table('end')}, or carries it on"
            f" in another channel with {at_table('move')} there."
        )

    async def taken(self, game_id: str, user_id: int) -> str:
        """Return why this person cannot open a table in a channel that has one, and what they can do."""
        table = await self._cache.read(game_id)
        self._cache.notify(game_id)  # if its opening was stored but never confirmed, nobody has been shown it yet
        what = f"{table.title}, {table.kit.title},"
        seated = table.find(user_id) is not None
        if table.status is not Status.LOBBY:
            state = f"is being played{', and you play' if seated else ''}."
        elif seated:
            state = "waits for players, and you have a seat."
        else:
            why = table.closed_to(user_id)
            state = f"waits for players. {why}" if why else "waits for players: **Join** on its message takes a seat."
        ending = "end" if table.row.host_id == user_id else "its host ends"
        return (
            f"In <#{table.row.channel_id}> {what} {state} One table a channel: use another channel or a thread, or"
            f" {ending} that one with {at_table('end')}."
        )


def _with(table: Table, joining: tuple[int, str], now: datetime) -> tuple[Seat, ...]:
    """Return the seats after this person has sat down. If they were invited to a certain place they take it, and those
    after it move on."""
    user_id, name = joining
    place = next((each.place for each in table.invited if each.user_id == user_id), None)
    before = storage.seats_before([seat.place for seat in table.seats], place)
    new = Seat("", user_id, None, name, now, place)
    return tuple(
        replace(seat, seat=f"P{number}")
        for number, seat in enumerate((*table.seats[:before], new, *table.seats[before:]), 1)
    )
