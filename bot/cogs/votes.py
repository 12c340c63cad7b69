"""Decisions of the host or of a vote: to end a game, let it rest, take it up again, or move it elsewhere."""

from __future__ import annotations

from functools import partial

from bot.answers.games import ENDED, SETTLED, OfGame, until_done, whether
from bot.answers.limits import Heavy
from bot.answers.replies import Reply
from bot.answers.screens import GONE, Surface
from bot.commands.finding import table_elsewhere
from bot.commands.groups import Groups
from bot.components.ids import Id, Verb
from bot.incoming.permissions import no_board, require_channel
from bot.incoming.rights import actor, is_manager
from bot.panels.ending import ending, stage
from bot.panels.games import NEW_MESSAGE_PREFIX, from_list
from bot.panels.voting import AGAINST, WITHDRAW, ended, voted, wording
from bot.services import Services
from bot.tables import Table, Tables
from bot.tables.checks import Actor, may_lead, require_active, require_host
from bot.tables.decisions import Decider
from bot.tables.errors import NotAllowed, WrongMoment
from bot.tables.votes import DECIDING, Vote
from game.core.commands import at_table
from storage import Status
from storage.topics import END, PAUSE, REOPEN, RESUME, destination, move_to


async def spend_decision(tables: Tables, reply: Reply, table: Table, about: str) -> None:
    """Count a decision, or the beginning of a vote, against the person's limit, since others are called by it. A vote
    that is open calls nobody again. Raises TooSoon."""
    if not (await tables.votes.counted(table, about)).yes:
        reply.spend(Heavy.DECISION)


async def show_vote(services: Services, reply: Reply, table: Table, vote: Vote) -> None:
    """Tell the person how their vote for it counts, and why nobody else is asked if the channel takes no message."""
    unasked = "" if destination(vote.about) else await no_board(services.rest, reply.interaction, table)
    await reply.show(voted(table, vote, reply.user_id, unasked=unasked))


class Votes:
    """The commands for these decisions, and the buttons of votes."""

    def __init__(self, services: Services, groups: Groups) -> None:
        self._services = services
        self._tables = services.tables
        services.router.on_table(Verb.VOTE, self._button, from_list)
        services.router.on_table(Verb.END, self._end_button)

        groups.here(self._end, name="end", description="End the game: the host when asked again, players by a vote")
        groups.plain(
            self._reopen, name="reopen", description="Take up again the game that was ended here: the host, or a vote"
        )
        groups.here(
            partial(self._decide, about=PAUSE),
            name="pause",
            description="Let the game rest: the host, or a vote of the players",
        )
        groups.here(
            partial(self._decide, about=RESUME),
            name="resume",
            description="Let a game go on that is paused: the host, or a vote of the players",
        )
        groups.on_a_game(
            self._carry,
            name="move",
            description="Carry on a game in this channel: the host at once, players by a vote",
            which="Which game, if you play in several",
        )

    async def _reopen(self, reply: Reply) -> None:
        await self._decide(reply, await self._tables.ended_in(reply.channel_id), REOPEN)

    async def _carry(self, reply: Reply, game: str | None) -> None:
        await self._move(reply, await table_elsewhere(self._tables, reply.interaction, game))

    async def _button(self, reply: Reply, table: Table, wanted: Id) -> None:
        about = wanted.rest.removeprefix(NEW_MESSAGE_PREFIX).removeprefix(WITHDRAW).removeprefix(AGAINST)
        channel_id = destination(about)
        if wanted.rest.startswith(WITHDRAW):
            await self._withdraw(reply, table.id, about)
        elif wanted.rest.startswith(AGAINST):
            await self._oppose(reply, table.id, about)
        elif channel_id is None:
            await self._decide(reply, table, about, votes=about == END)
        elif channel_id != reply.channel_id:
            raise WrongMoment(f"That is decided in the channel it is about: use {at_table('move')} there.")
        else:
            await self._move(reply, table)

    async def _withdraw(self, reply: Reply, game_id: str, about: str) -> None:
        was = await self._tables.votes.withdraw(game_id, reply.user_id, about)
        await reply.tell("Your vote is withdrawn." if was else "You have no vote on it: there is nothing to withdraw.")
        if not reply.in_place:  # else the answer has changed what told of the vote, or a panel
            await self._services.screens.opened(reply, await self._tables.look(game_id), until_done(about), Verb.VOTE)

    async def _oppose(self, reply: Reply, game_id: str, about: str) -> None:
        table, vote = await self._tables.decisions.oppose(game_id, about, reply.user_id)
        if reply.user_id in vote.no:
            await reply.show(voted(table, vote, reply.user_id, "against"))
        else:
            await reply.tell("Your vote is withdrawn, and nobody else was for it.")
        await self._services.screens.opened(reply, table, until_done(about), Verb.VOTE)

    async def _end(self, reply: Reply, table: Table) -> None:
        """End the game: for the host and managers after a confirmation if it is under way, for other players by a
        vote."""
        by = actor(reply.interaction, table)
        if table.under_way and may_lead(table, by):
            await self._ask(reply, table, by=by)
            return
        try:
            await self._close(reply, table)
        except NotAllowed:
            if table.status is Status.LOBBY:
                raise
            await self._decide(reply, table, END)

    async def _ask(self, surface: Surface, table: Table, *, by: Actor) -> None:
        asked = whether(ending)
        await surface.show(ending(table))
        content = OfGame(lambda table: asked(table) if may_lead(table, by) else GONE, partial(self._ask, by=by))
        await self._services.screens.opened(surface, table, content, Verb.END)

    async def _end_button(self, reply: Reply, table: Table, wanted: Id) -> None:
        """End the game after the confirmation, or ask anew if the game has gone on or seats have changed hands. Who was
        host when asked, and is not now, ends nothing, and begins no vote either."""
        by = actor(reply.interaction, table)
        require_active(table)
        require_host(table, by)
        if table.under_way and wanted.rest != stage(table):
            await self._ask(reply, table, by=by)
        else:
            await spend_decision(self._tables, reply, table, END)
            await self._close(reply, table)

    async def _close(self, reply: Reply, table: Table) -> None:
        closed = await self._tables.lobby.end(table.id, actor(reply.interaction, table))
        await reply.tell(ended(closed))
        await self._services.screens.opened(reply, closed, ENDED, Verb.END)

    async def _decide(
        self, reply: Reply, table: Table, about: str, votes: bool = False, gone: int | None = None
    ) -> None:
        """Decide it at once if the person may, else count their vote. `votes`: count it as a vote whoever they are.
        `gone`: the channel that no longer exists."""
        await spend_decision(self._tables, reply, table, about)
        manager = is_manager(reply.interaction, table)
        decider = Decider(reply.user_id, manager, votes, gone, reply.interaction.guild_id)
        decided = await self._tables.decisions.decide(table.id, about, decider)
        if decided.vote is not None and not decided.vote.passed:
            await show_vote(self._services, reply, table, decided.vote)
            content = until_done(about)
        else:
            carried = "More than half are for it. " if decided.vote is not None else ""
            await reply.tell(f"{carried}{wording(table, about).done}")
            content = ENDED if about == END else SETTLED
        if not reply.in_place:  # else it is a panel that is kept up to date and shows more
            await self._services.screens.opened(reply, decided.table, content, Verb.VOTE)

    async def _move(self, reply: Reply, table: Table) -> None:
        """Move the game here: at once for the host, or for any player back to the channel that it had to leave; else
        by a vote."""
        table.seat_of(reply.user_id, DECIDING)
        require_channel(reply, table.look)
        left = table.row.channel_id
        gone = left if left != reply.channel_id and await self._services.access.is_gone(left) else None
        await self._decide(reply, table, move_to(reply.channel_id), gone=gone)
