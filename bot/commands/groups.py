"""The groups of slash commands: one for tables, whichever game they play, and one for each game.

Discord allows 25 commands in a group, and 100 groups and commands in all. What concerns any table is in `/table`; a
game's own group has only what opens a table for it. Before there was a second game, the table commands stood in the
group that is named after the program, so people still find them there too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from copy import copy
from typing import Any

import discord
from discord import app_commands

from bot.answers.replies import Reply
from bot.commands.declared import LONGEST
from bot.commands.finding import own_games
from bot.services import Services
from bot.tables import Table, Tables
from game.core.discover import kits
from game.core.english import number, within
from game.core.kit import Kit
from game.core.program import NAME, TABLE

KNOWN = {
    "join", "leave", "start", "kick", "host", "board", "log", "score", "games", "nudge", "export", "undo", "replay",
    "review", "replace", "end", "reopen", "pause", "resume", "move", "rematch", "about",
}  # fmt: skip
"""Table commands that are in the group named after the program as well: those that people knew before there was a
second game, and the review, which belongs beside the replay. Further table commands are added to `/table` alone."""

_ABOUT = "The table in this channel, whichever game it plays; your games, and who made them"

_Callback = Callable[..., Coroutine[Any, Any, None]]
_Suggested = Callable[[Tables, discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


class Groups:
    """All groups, added to the command tree. Cogs add their commands through this."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._games = {
            kit.name: app_commands.Group(name=kit.name, description=_described(kit)) for kit in kits().values()
        }
        self._table = app_commands.Group(name=TABLE, description=_ABOUT)
        for group in (*self._games.values(), self._table):
            services.tree.add_command(group)

    def of(self, kit: Kit) -> app_commands.Group:
        """Return the group of one game."""
        return self._games[kit.name]

    def command(self, *, name: str, description: str) -> Callable[[_Callback], app_commands.Command[Any, ..., None]]:
        """Return a decorator that makes a command for any table. It is one command with one autocompletion, even in two
        groups."""

        def made(callback: _Callback) -> app_commands.Command[Any, ..., None]:
            command = app_commands.Command[Any, ..., None](name=name, description=description, callback=callback)
            self._table.add_command(command)
            if name in KNOWN:
                known = copy(command)
                known.description = f"Like /{TABLE} {name}: {within(description)}"[:LONGEST]
                self._games[NAME].add_command(known)
            return command

        return made

    def plain(self, work: Callable[[Reply], Awaitable[None]], *, name: str, description: str) -> None:
        """Add a command without options that runs `work`."""

        @self.command(name=name, description=description)
        async def command(interaction: discord.Interaction) -> None:
            await self._services.router.serve(interaction, name, work)

    def here(self, work: Callable[[Reply, Table], Awaitable[None]], *, name: str, description: str) -> None:
        """Add a command without options that runs `work` on the active table of its channel."""

        async def found(reply: Reply) -> None:
            await work(reply, await self._here(reply))

        self.plain(found, name=name, description=description)

    async def _here(self, reply: Reply) -> Table:
        return await self._services.tables.active_in(reply.channel_id, reply.user_id)

    def on_a_player(
        self,
        work: Callable[[Reply, Table, str], Awaitable[None]],
        suggested: Callable[[discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]],
        *,
        name: str,
        description: str,
    ) -> None:
        """Add a command that runs `work` on the active table of its channel, with the text typed for its option
        `player`. `suggested`: returns who is suggested for it."""
        router = self._services.router

        @self.command(name=name, description=description)
        @app_commands.describe(player="Who")
        async def command(interaction: discord.Interaction, player: str) -> None:
            async def found(reply: Reply) -> None:
                await work(reply, await self._here(reply), player)

            await router.serve(interaction, name, found)

        @command.autocomplete("player")
        async def players(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return await router.suggest(interaction, suggested(interaction, typed))

    def on_a_game(
        self,
        work: Callable[[Reply, str | None], Awaitable[None]],
        *,
        name: str,
        description: str,
        which: str = "Another game of yours",
        suggested: _Suggested = own_games,
    ) -> None:
        """Add a command that runs `work` with the text typed for its option `game` (None if it was left out). `which`:
        the description of that option. `suggested`: returns which of the person's games are suggested for it."""
        router, tables = self._services.router, self._services.tables

        @self.command(name=name, description=description)
        @app_commands.describe(game=which)
        async def command(interaction: discord.Interaction, game: str | None = None) -> None:
            await router.serve(interaction, name, lambda reply: work(reply, game))

        @command.autocomplete("game")
        async def games(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return await router.suggest(interaction, suggested(tables, interaction, typed))


def _described(kit: Kit) -> str:
    least, most = number(kit.seats[0]), number(kit.seats[-1])
    room = least if least == most else f"{least} to {most}"
    return f"Tables of {kit.title}, a game for {room}"[:LONGEST]
