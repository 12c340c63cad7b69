"""Invitations to a table, and rematches."""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial

from bot.answers.games import OF_THE_GAME, TO_THE_HOST, OfGame
from bot.answers.limits import Heavy
from bot.answers.replies import Reply
from bot.answers.screens import GONE, Surface
from bot.commands.groups import Groups
from bot.commands.guests import guests
from bot.components.ids import Id, Verb
from bot.incoming.permissions import no_board, require_channel
from bot.incoming.rights import actor, may_write_there, require_voice
from bot.panels.games import from_list
from bot.panels.inviting import about, by_host, inviting
from bot.services import Services
from bot.tables import Table
from bot.tables.checks import Actor, may_lead, require_host, require_lobby
from bot.tables.errors import BadWish, NotAllowed, WrongMoment
from bot.tables.lobby_options import WORDS
from game.core.commands import to_open
from game.core.text.numbers import whole
from storage import Status


class Inviting:
    """The command for a rematch, and the buttons of invitations."""

    def __init__(self, services: Services, groups: Groups) -> None:
        self._services = services
        self._tables = services.tables
        self._invitations = services.tables.invitations
        router = services.router
        router.on_table(Verb.INVITE, self._panel_button)
        router.on_table(Verb.GUESTS, self._chosen)
        router.on_table(Verb.UNINVITE, self._withdraw)
        router.on_table(Verb.DECLINE, self._decline)
        router.on_table(Verb.REMATCH, lambda reply, table, _: self._rematch(reply, table), from_list)

        groups.plain(
            self._again, name="rematch", description="Play the last game of this channel again, with the same people"
        )

    async def _again(self, reply: Reply) -> None:
        await self._rematch(reply, await self._tables.played_in(reply.channel_id))

    async def _panel_button(self, reply: Reply, table: Table, _: Id) -> None:
        by = actor(reply.interaction, table)
        require_lobby(table)
        require_host(table, by)
        await self._panel(reply, table, by=by)

    async def _panel(self, surface: Surface, table: Table, *, by: Actor, refused: str = "") -> None:
        def truth(table: Table) -> object:
            return about(table) if table.status is Status.LOBBY and may_lead(table, by) else GONE

        await surface.show(inviting(table, refused))
        again = partial(self._panel, by=by)
        await self._services.screens.opened(surface, table, OfGame(truth, again), Verb.INVITE)

    async def _chosen(self, reply: Reply, table: Table, _: Id) -> None:
        by = actor(reply.interaction, table)
        require_lobby(table)
        require_host(table, by)
        if reply.channel_id != table.row.channel_id:
            raise WrongMoment("People are invited in the channel of the table.")
        require_channel(reply, WORDS)
        require_voice(reply.interaction, table)

        async def invited() -> Table:
            people = guests(reply, reply.people)
            reply.spend(Heavy.INVITE, len(people))
            return await self._invitations.invite(table.id, by, people)

        await self._change(reply, table, by, invited())

    async def _withdraw(self, reply: Reply, table: Table, wanted: Id) -> None:
        by, user_id = actor(reply.interaction, table), whole(wanted.rest, 20) or 0
        await self._change(reply, table, by, self._invitations.withdraw(table.id, by, user_id))

    async def _change(self, reply: Reply, table: Table, by: Actor, change: Awaitable[Table]) -> None:
        """Show the panel after this change, or why it was refused, so that somebody else can be chosen there."""
        refused = ""
        with self._services.screens.acting(table.id, reply):
            try:
                table = await change
            except BadWish as refusal:
                table, refused = await self._tables.look(table.id), refusal.text
                reply.refused = True
            await self._panel(reply, table, by=by, refused=refused)

    async def _decline(self, reply: Reply, table: Table, _: Id) -> None:
        table = await self._invitations.decline(table.id, reply.user_id)
        await reply.tell("You have declined. Should you change your mind, press **Join** on the table.")
        await self._services.screens.opened(reply, table, OF_THE_GAME)

    async def _rematch(self, reply: Reply, played: Table) -> None:
        if played.find(reply.user_id) is None:
            played.refuse_former(reply.user_id)
            raise NotAllowed(
                f"Only somebody who played at {played.title} can ask for a rematch. {to_open(played.row.game)} opens a"
                " table of your own."
            )
        if reply.channel_id == played.row.channel_id:
            require_channel(reply, played.look)
            require_voice(reply.interaction, played)
        elif not await may_write_there(self._services.rest, reply.interaction, played):
            raise NotAllowed(
                f"The channel of {played.title} is not there any more, or you may not write in it, so you can ask"
                f" nobody to play there. {to_open(played.row.game)} in another channel opens a table."
            )
        elif why := await no_board(self._services.rest, reply.interaction, played):
            raise NotAllowed(why)
        others = [seat for seat in played.people if seat.user_id != reply.user_id]
        reply.spend(Heavy.TABLE, channel_id=played.row.channel_id)
        reply.spend(Heavy.INVITE, len(others), played.row.channel_id)
        table = await self._invitations.rematch(played.id, reply.user_id, reply.name)
        if table.status is Status.RUNNING:
            await reply.tell("The rematch has begun. When you are called, press **Your move** on the board.")
        elif table.row.host_id != reply.user_id:
            await reply.tell(f"You have seat {table.seat_of(reply.user_id).seat[1:]} of the rematch.")
        elif table.awaited:
            begins = "when you press **Start**" if table.waits_for_host else "by itself when all have joined"
            await reply.tell(f"The others are asked: the rematch begins {begins}.")
        else:
            await reply.tell(f"The table of the rematch is open, and nobody is left to be asked: {by_host(table)}.")
        await self._services.screens.opened(reply, table, TO_THE_HOST)
