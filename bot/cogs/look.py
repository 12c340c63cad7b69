"""Board, score and records, and calling those who are waited for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.metadata import version

import discord
from discord import app_commands

from bot.answers.games import OF_THE_GAME
from bot.answers.limits import Heavy
from bot.answers.replies import Reply, plain
from bot.answers.screens import Surface
from bot.answers.showing import named
from bot.commands.declared import choices
from bot.commands.finding import table_for
from bot.commands.groups import Groups
from bot.components.ids import Id, Verb
from bot.incoming.permissions import missing_permissions, no_board
from bot.incoming.rights import actor
from bot.panels.about import about_panel
from bot.panels.record import checking
from bot.services import Services
from bot.tables import Table
from bot.tables.errors import WrongMoment
from bot.tables.lobby_options import LOOK, MOVED, MOVES, TRACE, TRACED, look_option
from game.core import layout
from game.core.discover import kits, played_aids
from game.core.english import listed
from game.core.faces import Sketch
from game.core.layout import Panel, Picture
from game.core.program import NAME
from game.core.text.parts import parts as parted
from storage import Status

_NEEDED = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True)


class Look:
    """Shows what anybody in the channel may see."""

    def __init__(self, services: Services, groups: Groups) -> None:
        self._services = services
        self._tables = services.tables
        self._showing = services.showing
        router = services.router
        router.on_table(Verb.TEXT, self._text)
        router.on_table(Verb.SCORE, lambda reply, table, _: self._score(reply, table))
        router.on_table(Verb.EXPORT, lambda reply, table, _: self._export(reply, table.id))
        self._add_commands(groups)
        self._add_other_commands(groups)

    # --- buttons

    async def _text(self, reply: Reply, table: Table, _: Id) -> None:
        view = table.view(table.place_of(reply.user_id) or None)
        await reply.tell_all(table.kit.words.position(view, table.names))
        await self._services.screens.opened(reply, table, OF_THE_GAME, Verb.TEXT)

    # --- what both do

    async def _score(self, surface: Surface, table: Table) -> None:
        """Show the present score. An open score is updated once more when the game is over."""
        over = table.status is Status.OVER
        game = table.playing
        parts = table.kit.words.score(game.standing(), table.names, game.seed if over else "")
        if table.status is Status.CLOSED:
            parts.append(f"The game was ended in {table.turn_name}, before its time.")
        elif table.paused:
            parts.append("The game is paused: nobody is waited for.")
        elif not over:
            parts.append(f"The table waits for {table.waited_for}.")
        drawing = table.kit.pictures

        def sketched() -> Sketch | None:
            return drawing.score(table.public, table.names) if drawing is not None else None

        first, *more = parted(parts)
        await self._showing.show(surface, table, sketched, partial(_page, named(surface, table, first)))
        if isinstance(surface, Reply):
            for text in more:
                await surface.go_on(plain(text))
        content = replace(OF_THE_GAME, again=self._score, over=self._score)
        await self._services.screens.opened(surface, table, content, Verb.SCORE)

    async def _export(self, reply: Reply, game_id: str) -> None:
        reply.spend(Heavy.EXPORT)
        await reply.defer()
        text = await self._tables.record(game_id)
        table = await self._tables.look(game_id)
        said = named(reply, table, checking(table.commitment, table.status, table.row.sealed_at))
        name = f"{game_id}{table.kit.suffix}"
        await reply.show(plain(said).with_component(layout.File(name, text.encode())))

    async def _board(self, reply: Reply, chosen: Mapping[str, str | None]) -> None:
        table = await self._tables.latest_in(reply.channel_id, reply.user_id)
        if table.damaged and not table.status.is_active:
            raise WrongMoment(table.unreadable)  # what its messages show is all that is left
        why = await no_board(self._services.rest, reply.interaction, table)
        if not why:
            reply.spend(Heavy.BOARD)
        by = actor(reply.interaction, table)
        for name, value in chosen.items():
            if value is not None:
                table = await self._tables.lobby.set_option(table.id, by, name, value)
        self._services.announcer.anew(table.id)
        lacks = missing_permissions(reply.interaction, table.look)
        bare = f", in words: for pictures I lack {lacks[0]}" if lacks else ""
        await reply.tell(why or f"The board comes anew at the bottom of the channel{bare}.")

    async def _nudge(self, reply: Reply, table: Table) -> None:
        seat = table.seat_of(reply.user_id, "Only players can have others called")
        due, later = await self._tables.moves.nudge(table.id, reply.user_id)
        too = " You are waited for as well." if seat.seat in table.waiting else ""
        await reply.tell(_calling(table, due, later) + too)

    async def _about(self, reply: Reply) -> None:
        app = self._services.client.application_id
        link = discord.utils.oauth_url(app, permissions=_NEEDED) if app else ""
        await reply.show(about_panel(list(kits().values()), version(NAME), link, played_aids()))

    # --- commands

    def _add_commands(self, groups: Groups) -> None:
        router = self._services.router

        @groups.command(name="board", description="Show the board anew, at the bottom")
        @app_commands.describe(
            look="How it is shown from now on (host)",
            trace="What stays here at the end of each turn (host)",
            moves="How fast computer players' moves follow one another (host)",
        )
        @app_commands.choices(look=choices(look_option()), trace=choices(TRACED), moves=choices(MOVED))
        async def board_command(
            interaction: discord.Interaction,
            look: str | None = None,
            trace: str | None = None,
            moves: str | None = None,
        ) -> None:
            wishes = {LOOK: look, TRACE: trace, MOVES: moves}
            await router.serve(interaction, "board", lambda reply: self._board(reply, wishes))

        groups.here(self._nudge, name="nudge", description="Call those who are waited for")

        groups.plain(self._about, name="about", description="Version, credits, invitation")

    def _add_other_commands(self, groups: Groups) -> None:
        """Add the commands that work in direct messages too."""
        tables = self._tables

        async def score(reply: Reply, game: str | None) -> None:
            await self._score(reply, await table_for(tables, reply.interaction, game))

        groups.on_a_game(score, name="score", description="The score so far, and who is waited for")

        async def export(reply: Reply, game: str | None) -> None:
            await self._export(reply, (await table_for(tables, reply.interaction, game)).id)

        groups.on_a_game(export, name="export", description="The record file of the game in this channel")


def _calling(table: Table, due: Sequence[str], later: Sequence[str]) -> str:
    """Return who is called now, and who later. Why somebody cannot be called yet, and until when, is private."""
    said = [f"I call {listed(map(table.named, due))}."] if due else []
    if later:
        verb = "is" if len(later) == 1 else "are"
        said.append(f"{listed(map(table.named, later))} {verb} called as soon as they may be called.")
    return " ".join(said)


def _page(text: str, picture: Picture | None) -> Panel:
    """Return a message with words, and the picture below them if there is one."""
    return plain(text) if picture is None else plain(text).with_component(layout.gallery([picture]))
