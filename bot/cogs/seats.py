"""Seats of a running game: giving one to somebody else, accepting one, taking one back, and leaving."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.answers.games import OF_THE_GAME, OfGame, until_done, whether
from bot.answers.limits import Heavy
from bot.answers.replies import Reply
from bot.answers.screens import Surface
from bot.cogs.votes import show_vote, spend_decision
from bot.commands.finding import named_seat, seats_here
from bot.commands.groups import Groups
from bot.commands.guests import guests
from bot.commands.opening import level_choices
from bot.components.ids import Id, Verb
from bot.incoming.permissions import require_channel
from bot.incoming.rights import actor, has_left, require_voice
from bot.panels.ending import giving, leaving, stage
from bot.panels.games import from_list
from bot.panels.voting import wording
from bot.services import Services
from bot.tables import Table
from bot.tables.checks import computer, may_lead
from bot.tables.decisions import Decider
from bot.tables.errors import BadWish, NotAllowed, Stale, WrongMoment
from bot.tables.handovers import require_under_way
from bot.tables.history.news import decided
from bot.tables.lobby_options import WORDS
from bot.tables.votes import keeps_waiting
from game.core.commands import at_table
from storage import Status
from storage.topics import Change, replaced, replacing

_BOT = "Leave out `by`: then a computer player takes the seat."
_GIVING = OfGame(lambda table: (table.status, table.handovers, table.row.host_id))
"""A question about a seat is closed when seats change hands, and when somebody else is host."""


class Seats:
    """Replacing players, the buttons of offers, and joining and leaving a running game."""

    def __init__(self, services: Services, groups: Groups) -> None:
        self._services = services
        self._tables = services.tables
        self._panels = services.panels
        router = services.router
        router.on_table(Verb.ACCEPT, self._accept)
        router.on_table(Verb.REFUSE, self._refuse)
        router.on_table(Verb.BACK, self._back, from_list)
        router.on_table(Verb.HERE, self._here)
        router.on_table(Verb.GO, self._go)
        router.on_table(Verb.GIVE, self._give_button)

        @groups.command(name="replace", description="Give a seat to somebody else: the host, or a vote of the players")
        @app_commands.describe(
            player="Whose seat",
            by="Who should take it, and is asked first; leave out for a computer player",
            level="Level of the computer player that takes the seat",
        )
        async def replace(
            interaction: discord.Interaction, player: str, by: discord.User | None = None, level: str = ""
        ) -> None:
            await router.serve(interaction, "replace", lambda reply: self._replace(reply, player, by, level))

        @replace.autocomplete("player")
        async def players(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return await router.suggest(interaction, seats_here(self._tables, interaction, typed))

        @replace.autocomplete("level")
        async def levels(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return await router.suggest(interaction, self._levels(interaction, typed))

    async def take_back(self, reply: Reply, table: Table, about: str = "") -> None:
        """Give the person back the seat that a computer player took over, and show what is asked there now."""
        with self._services.screens.acting(table.id, reply):
            table = await self._tables.handovers.take_back(table.id, reply.user_id, reply.name, about)
            await self._panels.current(reply, table, "You have your seat back.")

    async def leave(self, surface: Surface, table: Table) -> None:
        """Ask whether to leave a running game, saying what follows as things stand."""
        seat = table.seat_of(surface.user_id, "Only a player can give up a seat")
        require_under_way(table)
        asked = partial(leaving, seat=seat.seat)
        await surface.show(asked(table))
        await self._services.screens.opened(surface, table, OfGame(whether(asked), self.leave), Verb.GO)

    async def _replace(self, reply: Reply, player: str, by: discord.User | None, level: str) -> None:
        table = await self._tables.active_in(reply.channel_id, reply.user_id)
        if table.status is Status.LOBBY:
            raise WrongMoment(
                f"The game has not begun: here *Leave* and {at_table('kick')} make room for somebody else."
            )
        seat = named_seat(table, player)
        if by is not None and level:
            raise BadWish("Only computer players have a level: leave out the person, or the level.")
        found = [*guests(reply, [by], oneself=True, instead=_BOT)] if by is not None else [None]
        if by is not None:
            require_channel(reply, WORDS)
        level = computer(table.kit, level) if level else ""
        await self._give(reply, table, Change(seat.seat, found[0], level))

    async def _give(self, reply: Reply, table: Table, change: Change) -> None:
        """Ask for confirmation, saying what follows, if this person alone suffices for the change; else begin a vote on
        it."""
        decider = await self._decider(reply, table, change)
        if await self._tables.decisions.suffices(table, replacing(change), decider):
            await self._ask(reply, table, change)
        else:
            await self._decide(reply, table, change, decider)

    async def _ask(self, reply: Reply, table: Table, change: Change) -> None:
        has = table.seat(change.seat).user_id
        own = has == reply.user_id
        keeps = has is not None and not own and keeps_waiting(table, self._tables.cache.clock.now(), change.seat)
        await reply.show(giving(table, change, keeps, own))
        await self._services.screens.opened(reply, table, _GIVING, Verb.GIVE)

    async def _give_button(self, reply: Reply, table: Table, wanted: Id) -> None:
        """Carry the change out, or ask anew if the game has gone on or seats have changed hands. Whose word was enough
        when asked, and is not now, changes nothing, and begins no vote either."""
        at, _dot, about = wanted.rest.rpartition(".")
        change = replaced(about)
        if change is None:
            raise BadWish("There is no such change.")
        decider = await self._decider(reply, table, change)
        if not await self._tables.decisions.suffices(table, about, decider):
            raise NotAllowed(f"That is no longer for you alone to decide: {at_table('replace')} begins a vote on it.")
        if at == stage(table):
            await self._decide(reply, table, change, decider)
        else:
            await self._ask(reply, table, change)

    async def _decide(self, reply: Reply, table: Table, change: Change, decider: Decider) -> None:
        about = replacing(change)
        if change.user_id is not None:
            require_voice(reply.interaction, table)
        await spend_decision(self._tables, reply, table, about)
        if change.user_id is not None:
            reply.spend(Heavy.INVITE)
        with self._services.screens.acting(table.id, reply):
            decided = await self._tables.decisions.decide(table.id, about, decider)
            if decided.vote is not None and not decided.vote.passed:
                await show_vote(self._services, reply, table, decided.vote)
                await self._services.screens.opened(reply, decided.table, until_done(about), Verb.VOTE)
            else:
                await reply.tell(wording(table, about).done)
                await self._services.screens.opened(reply, decided.table, _GIVING, Verb.GIVE)

    async def _decider(self, reply: Reply, table: Table, change: Change) -> Decider:
        found, by = table.user_of(change.seat), actor(reply.interaction, table)
        asks = found not in (None, reply.user_id) and may_lead(table, by)
        gone = asks and found is not None and await has_left(self._services.rest, reply.interaction, table, found)
        return Decider(by.user_id, by.manager, gone=found if gone else None)

    async def _accept(self, reply: Reply, table: Table, wanted: Id) -> None:
        with self._services.screens.acting(table.id, reply):
            table = await self._tables.handovers.accept(table.id, wanted.rest, reply.user_id, reply.name)
            own = [
                f" **{each.label}** on the board shows what you hold." for each in table.kit.exhibits if each.private
            ]
            host = " You are host now." if table.host == wanted.rest else ""
            await self._panels.current(reply, table, f"The seat is yours.{''.join(own)}{host}")

    async def _refuse(self, reply: Reply, table: Table, wanted: Id) -> None:
        table = await self._tables.handovers.refuse(table.id, wanted.rest, actor(reply.interaction, table))
        await reply.tell(f"**{table.named(wanted.rest)}** keeps the seat; everybody can read that here.")

    async def _back(self, reply: Reply, table: Table, wanted: Id) -> None:
        await self.take_back(reply, table, "" if reply.apart else wanted.rest)

    async def _here(self, reply: Reply, table: Table, wanted: Id) -> None:
        if table.seat_of(reply.user_id).seat != wanted.rest and wanted.rest in table.names:
            raise NotAllowed(f"That is for {table.named(wanted.rest)} to say, whose seat it is about.")
        with self._services.screens.acting(table.id, reply):
            table = await self._tables.handovers.stay(table.id, reply.user_id)
            await self._panels.current(reply, table, await self._stands(table, table.place_of(reply.user_id)))

    async def _stands(self, table: Table, seat: str) -> str:
        """Say to the seat's player how it stands after *I am here*, which ends no vote on somebody who plays, and
        nothing that the players have decided by one."""
        if offer := table.offers.get(seat):
            return f"The seat is yours until <@{offer.user_id}> takes it. {decided(offer.by, table.names, seat)}"
        topics = (replaced(vote.about) for vote in await self._tables.votes.open_in(table))
        if any(change is not None and change.seat == seat for change in topics):
            return "The seat is yours, but there is a vote on it: the message where all vote says how it stands."
        return "The seat stays yours: nobody is asked about it any more."

    async def _go(self, reply: Reply, table: Table, wanted: Id) -> None:
        """Leave the game, or ask anew if the game has gone on or seats have changed hands."""
        if table.under_way and wanted.rest != stage(table):
            await self.leave(reply, table)
            return
        reply.spend(Heavy.DECISION)
        with self._services.screens.acting(table.id, reply):
            try:
                after = await self._tables.handovers.leave(table.id, reply.user_id, table.handovers)
            except Stale:  # at this very moment
                await self.leave(reply, await self._tables.look(table.id))
                return
            if after.status is Status.CLOSED:
                await reply.tell("You have left; nobody else sat there, so the game is ended.")
            else:
                await reply.tell(f"You have left; a computer player plays on. {at_table('join')} takes the seat back.")
            await self._services.screens.opened(reply, after, OF_THE_GAME, Verb.GO)

    async def _levels(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the levels of computer players in the table's game."""
        kit = (await self._tables.active_in(interaction.channel_id or 0)).kit
        if not kit.levels:
            return [app_commands.Choice(name="The only one there is", value=kit.usual_player)]
        return [each for each in level_choices(kit) if typed.strip().lower() in each.name.partition(":")[0].lower()]
