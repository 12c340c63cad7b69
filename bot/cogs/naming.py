"""Commands that all find their table in one way: by the channel, or by an option that names a game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from bot.answers.replies import Reply
from bot.cogs.finding import own_games
from bot.cogs.groups import Groups
from bot.services import Services
from bot.tables import Table


def command_here(
    services: Services,
    groups: Groups,
    work: Callable[[Reply, Table], Awaitable[None]],
    *,
    name: str,
    description: str,
) -> None:
    """Make a command that does `work` at the table in its channel."""

    @groups.command(name=name, description=description)
    async def command(interaction: discord.Interaction[Any]) -> None:
        async def here(reply: Reply) -> None:
            await work(reply, await services.tables.active_in(reply.channel_id, reply.user_id))

        await services.router.serve(interaction, name, here)


def command_on_a_game(
    services: Services,
    groups: Groups,
    work: Callable[[Reply, str | None], Awaitable[None]],
    *,
    name: str,
    description: str,
    which: str = "Another game of yours",
) -> None:
    """Make a command that does `work`, which is told what was typed for `game`; one's own games are suggested."""

    @groups.command(name=name, description=description)
    @app_commands.describe(game=which)
    async def command(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await services.router.serve(interaction, name, lambda reply: work(reply, game))

    @command.autocomplete("game")
    async def games(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return await services.router.suggest(interaction, own_games(services.tables, interaction, typed))
