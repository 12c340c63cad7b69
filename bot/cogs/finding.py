"""Which table a command is about, and which one may use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.panels.lobby import BOARDS
from bot.tables import Live
from bot.tables.errors import NoGame, NotSeated
from bot.tables.options import PICTURES, WORDS
from bot.words.names import plain
from storage import Status

if TYPE_CHECKING:
    from bot.client import AdeptsBot

_NEEDED = ("view_channel", "send_messages")
_IN_THREADS = ("view_channel", "send_messages_in_threads")
MAY_NOT_WRITE = "You may not write in this channel, so nothing can be shared here in your name."


async def own_table(interaction: discord.Interaction[AdeptsBot], game: str | None) -> Live:
    """The table for a command that shows or does something of one's own: named, the channel's, or the only one.

    Raises NoGame, NotSeated.
    """
    tables = interaction.client.tables
    if game:
        return await tables.look(game)
    if interaction.guild_id is not None and interaction.channel_id is not None:
        return await tables.active_in(interaction.channel_id)
    mine = [live for live in await tables.of_user(interaction.user.id) if live.status is Status.RUNNING]
    asked = [live for live in mine if live.seat_of(interaction.user.id).seat in live.questions]
    if len(asked) == 1 or len(mine) == 1:
        return (asked if len(asked) == 1 else mine)[0]
    if not mine:
        raise NoGame("You play in no running game. `/adepts new` in a channel of a server opens a table.")
    raise NotSeated("You play in several games: name one with the option `game`.")


async def own_games(interaction: discord.Interaction[AdeptsBot], typed: str) -> list[app_commands.Choice[str]]:
    """One's own active games, for autocompletion."""
    games = await interaction.client.tables.of_user(interaction.user.id)
    found = [(plain(live.row.name, 60), live.id) for live in games]
    return [
        app_commands.Choice(name=f"{name} ({game})", value=game)
        for name, game in found
        if typed.lower() in f"{name} {game}".lower()
    ][:25]


def is_manager(interaction: discord.Interaction[Any]) -> bool:
    """Whether the person may manage this channel."""
    return interaction.guild_id is not None and interaction.permissions.manage_channels


def may_write(interaction: discord.Interaction[Any]) -> bool:
    """Whether there is a channel to share something in, in which the person may write."""
    if interaction.guild_id is None:
        return False
    in_thread = isinstance(interaction.channel, discord.Thread)
    allowed = interaction.permissions
    return allowed.send_messages_in_threads if in_thread else allowed.send_messages


def missing_permissions(interaction: discord.Interaction[Any], look: str = PICTURES) -> list[str]:
    """What the bot needs in this channel to show a board so, and has not, in Discord's words."""
    needed = _IN_THREADS if isinstance(interaction.channel, discord.Thread) else _NEEDED
    mine = interaction.app_permissions
    missing = [name for name in needed if not getattr(mine, name)]
    if look != WORDS and not mine.attach_files:
        missing.append("attach_files")
    return [name.replace("_", " ").title() for name in missing]


def look_choices() -> list[app_commands.Choice[str]]:
    """How a board may be shown, for a command's option."""
    return [app_commands.Choice(name=name, value=look) for look, (name, _) in BOARDS.items()]
