"""Commands and buttons of the lobby, and those for opening and hosting a table."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.answers.games import OF_THE_GAME, TO_THE_HOST, OfGame
from bot.answers.limits import Heavy
from bot.answers.replies import Reply
from bot.answers.screens import GONE, PANEL, Surface
from bot.cogs.seats import Seats
from bot.commands import opening
from bot.commands.finding import named_among, named_seat, person_choices, seats_here
from bot.commands.groups import Groups
from bot.commands.guests import guests
from bot.components.ids import Id, Verb
from bot.incoming.permissions import no_board, require_channel
from bot.incoming.rights import actor, has_left
from bot.panels.guide import welcome
from bot.panels.lobby import options_panel, options_to_read
from bot.services import Services
from bot.tables import Table, transitions
from bot.tables.checks import Actor, may_lead, require_host, require_lobby
from bot.tables.errors import BadWish, NoGame, NotAllowed, WrongMoment
from bot.tables.lobby_options import LOOK, PICTURES, SEATS, WORDS
from bot.tables.waiting.pace import PACE, follows, said
from game.core import layout
from game.core.commands import at_table, of_game
from game.core.discover import kits
from game.core.english import number, sentence
from game.core.kit import Kit
from game.core.text.names import shown
from storage import Status

_BEGUN = "The game has begun. When you are called, press **Your move** on the board."
_TAKEN = (
    "This game is under way, and its seats are taken. The host, or a vote of the players, can give you one, a computer"
    f" player's too: {at_table('replace')}."
)
_TOLD = "told"
"""The kind of messages that confirm a host's change. It is not that of panels, so an open panel stays."""
_LEARNING = 3
"""Seats of a table for a first game, if the game allows as many."""
_SHOWN = 1.5
"""Seconds that the guide of a first game waits for the board to be posted."""


class Lobby:
    """Opening and joining a table, its options, and starting it; and what only its host may do."""

    def __init__(self, services: Services, groups: Groups, seats: Seats) -> None:
        self._services = services
        self._seats = seats
        self._tables = services.tables
        self._lobby = services.tables.lobby
        router = services.router
        router.on_table(Verb.JOIN, lambda reply, table, _: self._join(reply, table))
        router.on_table(Verb.LEAVE, self._leave_button)
        router.on_table(Verb.COMPUTER, self._computer)
        router.on_table(Verb.LEVEL, self._computer)
        router.on_table(Verb.DISMISS, self._dismiss)
        router.on_table(Verb.OPTIONS, self._options)
        router.on_table(Verb.OPTION, self._option)
        router.on_table(Verb.START, lambda reply, table, _: self._start(reply, table))
        for kit in kits().values():
            self._add_new(groups.of(kit), kit)
            self._add_tutorial(groups.of(kit), kit)
        self._add_table_commands(groups)
        self._add_host_commands(groups)

    # --- what both commands and buttons do

    async def _tell(
        self, reply: Reply, table: Table, text: str, kind: str = PANEL, holds: OfGame = OF_THE_GAME
    ) -> None:
        """Say something about the table. The message is closed when the next one of its kind comes, and when it no
        longer `holds`."""
        await reply.tell(text)
        await self._services.screens.opened(reply, table, holds, kind)

    async def _join(self, reply: Reply, played: Table) -> None:
        if played.status is Status.RUNNING:
            await self._come_back(reply, played)
            return
        table = await self._lobby.join(played.id, reply.user_id, reply.name)
        if played.status is Status.LOBBY and table.status is Status.RUNNING:
            why = await no_board(self._services.rest, reply.interaction, table)
            begun = f"The game has begun. But {why} Until then you play with `/play`." if why else _BEGUN
            await self._tell(reply, table, f"All have joined. {begun}")
            return
        is_new = table.kit.has("guide") and await self._tables.people.is_new(reply.user_id)
        said = ["You have a seat at this table."]
        if table.kit.secret and await self._tables.people.wants_dm(reply.user_id, "round"):
            said.append(f"{table.kit.secret} reaches you by direct message; `/settings` changes that.")
        said.append("To give up the seat press **Leave**.")
        hint = f"\nNew here? {of_game(table.kit, 'tutorial')}" if is_new else ""
        await self._tell(reply, table, " ".join(said) + hint)

    async def _come_back(self, reply: Reply, table: Table) -> None:
        """Give somebody their seat in a running game back, or show those who have one what is asked there now."""
        if table.taken_over(reply.user_id) is not None:
            await self._seats.take_back(reply, table)
        elif table.find(reply.user_id) is not None:
            await self._services.panels.current(reply, table, "You have a seat at this table.")
        else:
            table.refuse_former(reply.user_id)
            raise WrongMoment(_TAKEN)

    async def _leave(self, reply: Reply, table: Table) -> None:
        if table.status is Status.RUNNING:
            await self._seats.leave(reply, table)
            return
        table = await self._lobby.leave(table.id, reply.user_id)
        if table.status is Status.CLOSED:
            await reply.tell("You have left; nobody else sat there, so the table is closed.")
        else:
            await self._tell(reply, table, "You have given up your seat.")

    async def _start(self, reply: Reply, table: Table) -> None:
        if table.status is Status.RUNNING:
            await self._tell(reply, table, _under_way(table, reply.user_id))
            return
        require_channel(reply, WORDS)
        await self._pass_on(reply, table)
        table = await self._lobby.start(table.id, actor(reply.interaction, table))
        await self._tell(reply, table, _BEGUN)

    async def _pass_on(self, reply: Reply, table: Table) -> None:
        """Give a lobby whose host has left the server to the next player, when somebody who sits there wants to
        start."""
        host = table.row.host_id
        if table.status is not Status.LOBBY or host is None or table.find(reply.user_id) is None:
            return
        if host != reply.user_id and await has_left(self._services.rest, reply.interaction, table, host):
            await self._lobby.leave(table.id, host)

    # --- buttons

    async def _leave_button(self, reply: Reply, table: Table, _: Id) -> None:
        if table.status is Status.RUNNING:
            table.seat_of(reply.user_id)
            raise WrongMoment(f"The game has begun. To leave it all the same, use {at_table('leave')}.")
        await self._leave(reply, table)

    async def _computer(self, reply: Reply, table: Table, wanted: Id) -> None:
        """Add a computer player, chosen from the list of levels or by the button."""
        policy = reply.values[0] if reply.values else wanted.rest
        table = await self._lobby.add_computer(table.id, actor(reply.interaction, table), policy)
        newest, level = table.named(table.seats[-1].seat), table.kit.level(table.seats[-1].policy or "")
        how = f" and plays on the level *{level}*" if level else ""
        await self._tell(reply, table, f"{newest} has sat down{how}.")

    async def _dismiss(self, reply: Reply, table: Table, _: Id) -> None:
        table = await self._lobby.remove_computer(table.id, actor(reply.interaction, table))
        await self._tell(reply, table, "The computer player that came last has left.")

    async def _options(self, reply: Reply, table: Table, _: Id) -> None:
        require_lobby(table, "its options are settled")
        await self._show_options(reply, table, by=actor(reply.interaction, table))

    async def _show_options(self, surface: Surface, table: Table, *, by: Actor, refused: str = "") -> None:
        """Show the options: to be changed by whoever may, with why their last choice was refused; to be read by all
        others."""
        if may_lead(table, by):
            await surface.show(options_panel(table.kit, table.id, table.choices, refused))
        else:
            await surface.show(options_to_read(table.kit, table.choices, table.host_name))
        again = partial(self._show_options, by=by)
        await self._services.screens.opened(surface, table, OfGame(_chosen, again))

    async def _option(self, reply: Reply, table: Table, wanted: Id) -> None:
        by, refused = actor(reply.interaction, table), ""
        with self._services.screens.acting(table.id, reply):
            try:
                table = await self._lobby.set_option(table.id, by, wanted.rest, reply.values[0])
            except BadWish as refusal:  # the panel stays, so that something else can be chosen
                refused = refusal.text
                reply.refused = True
            await self._show_options(reply, table, by=by, refused=refused)

    # --- commands

    def _add_new(self, group: app_commands.Group, kit: Kit) -> None:
        router = self._services.router

        async def new(
            interaction: discord.Interaction, computers: int = 0, level: str | None = None, **given: Any
        ) -> None:
            async def work(reply: Reply) -> None:
                people = [given.pop(name) for name in opening.guest_options(kit) if name in given]
                options = {name: value for name, value in given.items() if value is not None}
                seated = computers or int(level is not None)
                table = await self._new(reply, kit, options, seated, level, people=[each for each in people if each])
                await self._tell(reply, table, _opened(table), holds=TO_THE_HOST)

            await router.serve(interaction, "new", work)

        opening.add(group, kit, new)

    def _add_tutorial(self, group: app_commands.Group, kit: Kit) -> None:
        if not kit.has("guide"):
            return
        router = self._services.router

        others = _learning(kit) - 1
        with_whom = "a computer player" if others == 1 else f"{number(others)} computer players"

        @group.command(name="tutorial", description=f"Learn {kit.title}: a table with {with_whom}, and a guide")
        async def tutorial(interaction: discord.Interaction) -> None:
            await router.serve(interaction, "tutorial", lambda reply: self._tutorial(reply, kit))

    def _add_table_commands(self, groups: Groups) -> None:
        groups.here(self._join, name="join", description="Take a seat at the table in this channel")
        groups.here(self._leave, name="leave", description="Give up your seat")
        groups.here(self._start, name="start", description="Begin the game (host)")

    def _add_host_commands(self, groups: Groups) -> None:
        router = self._services.router

        here = partial(seats_here, self._tables)
        groups.on_a_player(self._kick, here, name="kick", description="Remove somebody before the start (host)")
        groups.on_a_player(
            self._hand_over, here, name="host", description="Hand the table over to another player (host)"
        )
        groups.on_a_player(
            self._readmit,
            self._kicked,
            name="readmit",
            description="Let somebody whom you removed sit down again (host)",
        )

        @groups.command(name="pace", description="How long each answer may take, from now on (host)")
        @app_commands.describe(pace=PACE.about)
        async def pace(interaction: discord.Interaction, pace: str) -> None:
            await router.serve(interaction, "pace", lambda reply: self._set_pace(reply, pace))

        @pace.autocomplete("pace")
        async def paces(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return opening.typed_choices(PACE, typed)

    async def _kick(self, reply: Reply, table: Table, player: str) -> None:
        seat = named_seat(table, player)
        after = await self._lobby.kick(table.id, actor(reply.interaction, table), seat)
        await self._tell(reply, after, f"{table.named(seat.seat)} no longer sits at this table.", _TOLD)

    async def _hand_over(self, reply: Reply, table: Table, player: str) -> None:
        seat = named_seat(table, player)
        if seat.user_id is None:
            raise NotAllowed("A computer player cannot be the host.")
        table = await self._lobby.hand_over(table.id, actor(reply.interaction, table), seat.user_id)
        await self._tell(reply, table, f"{table.named(seat.seat)} is the host now.", _TOLD)

    async def _readmit(self, reply: Reply, table: Table, player: str) -> None:
        by = actor(reply.interaction, table)
        require_lobby(table)
        require_host(table, by)  # so that nobody else learns who was removed
        user_id, name = named_among(table.kicked, player)
        await self._lobby.readmit(table.id, by, user_id)
        await self._tell(reply, table, f"{shown(name)} may sit down again.", _TOLD)

    async def _set_pace(self, reply: Reply, pace: str) -> None:
        before = await self._tables.active_in(reply.channel_id, reply.user_id)
        table = await self._lobby.set_pace(before.id, actor(reply.interaction, before), pace)
        begun = table.status is Status.RUNNING
        meant = sentence(follows(before.row.pace, table.row.pace)) if begun else ""
        told = f"The pace is now {said(table.row.pace)}.{f' {meant}.' if meant else ''}"
        await self._tell(reply, table, told, _TOLD)

    async def _tutorial(self, reply: Reply, kit: Kit) -> None:
        """Open a table for one person with computer players, start it at once, and show the guide's welcome. If
        this person already plays the game alone in the channel, bring the guide back instead."""
        if (own := await self._alone_here(reply, kit)) is not None:
            guided = await self._tables.moves.guide(own.id, reply.user_id)
            await self._services.panels.current(reply, guided, "I guide you from here.")
            return
        seats = _learning(kit)
        level = next((each.name for each in kit.levels), None)  # the weakest, for a first game
        opened = await self._new(reply, kit, {SEATS: seats}, computers=seats - 1, level=level, guided=True)
        table = await self._lobby.start(opened.id, Actor(reply.user_id))
        await self._services.announcer.idle(table.id, within=_SHOWN)  # so that the guide comes below the board
        computers = [seat.name for seat in table.seats if seat.is_computer]
        if guide := table.kit.guide:
            await reply.show(welcome(table.kit, guide, table.id, computers))
        await self._services.screens.opened(reply, table, OF_THE_GAME)

    async def _alone_here(self, reply: Reply, kit: Kit) -> Table | None:
        """The running game of this kind that the person plays in this channel among computer players."""
        with suppress(NoGame):
            table = await self._tables.active_in(reply.channel_id)
            if (table.row.game, table.status) == (kit.name, Status.RUNNING):
                return table if [each.user_id for each in table.people] == [reply.user_id] else None
        return None

    async def _new(
        self,
        reply: Reply,
        kit: Kit,
        options: dict[str, Any],
        computers: int,
        level: str | None,
        guided: bool = False,
        people: Sequence[discord.abc.User] = (),
    ) -> Table:
        require_channel(reply, options.get(LOOK, PICTURES))
        invited = guests(reply, people)
        reply.spend(Heavy.TABLE)
        reply.spend(Heavy.INVITE, len(invited))
        return await self._lobby.new(
            reply.user_id,
            reply.name,
            guild_id=reply.interaction.guild_id,
            channel_id=reply.channel_id,
            options=options,
            computers=computers,
            level=level or "",
            invited=invited,
            guided=guided,
            game=kit.name,
        )

    async def _kicked(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the people who were removed; only the host is told them."""
        table = await self._tables.active_in(interaction.channel_id or 0)
        if not may_lead(table, actor(interaction, table)):
            return []
        return person_choices(table.kicked, typed)


def _learning(kit: Kit) -> int:
    """Return how many seats the table for a first game has."""
    return min(max(_LEARNING, kit.seats[0]), kit.seats[-1])


def _chosen(table: Table) -> Hashable:
    """Return what a panel of options depends on, and why a choice is refused there; it is closed when the game
    begins."""
    if table.status is not Status.LOBBY:
        return GONE
    taken = len(table.seats), len(table.awaited)
    return table.row.host_id, table.row.pace, repr(sorted(table.options.items())), taken


def _under_way(table: Table, user_id: int) -> str:
    """Return what a person is told who tries to start a game that is under way."""
    begun = f"This game is under way, in {table.turn_name}; its table was opened {layout.since(table.row.created_at)}."
    if table.paused:
        return f"{begun} {transitions.PAUSED}"
    seat, press = table.find(user_id), f"press **Your move** on the board, which {at_table('board')} shows anew."
    if seat is not None and seat.seat in table.questions:
        return f"{begun} It is your move: {press}"
    return f"{begun} The table waits for {table.waited_for}.{f' When you are called, {press}' if seat else ''}"


def _opened(table: Table) -> str:
    """Return what the host is told about a new table."""
    if table.awaited and table.waits_for_host:
        return "Your table is open, and your guests are asked: the game begins when you press **Start**."
    if table.awaited:
        return "Your table is open, and your guests are asked: the game begins by itself when all have joined."
    if len(table.seats) == 1:
        return "Your table is open: the others press **Join**, then you press **Start**."
    if not table.free_seats:
        return "Your table is open, and every seat is taken: press **Start** on it."
    return "Your table is open: press **Start** on it when everybody who wants to play has pressed **Join**."
