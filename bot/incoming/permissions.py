"""Checks which permissions the bot has in a channel, and which it lacks to show a board there."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.answers.replies import Reply
from bot.delivery.rest import Gone, Later, Refused, Rest
from bot.incoming.rights import channel_of
from bot.tables import Table
from bot.tables.errors import NoGame, NotAllowed
from bot.tables.lobby_options import WORDS
from bot.tales import Live
from game.core.commands import at_table
from game.core.english import listed

_NEEDED = ("view_channel", "send_messages")
_IN_THREADS = ("view_channel", "send_messages_in_threads")
_LOCKED = "Manage Threads (the thread is locked)"


def missing_permissions(interaction: discord.Interaction, look: str) -> list[str]:
    """Return the permissions that the bot lacks in this channel to show a board with this look, by the names Discord
    gives them."""
    return _missing(interaction.channel, interaction.app_permissions, look)


def _is_outside(interaction: discord.Interaction) -> bool:
    """Return whether this is a private thread that the bot is not in. People can use its commands there, and Discord
    may count the permissions that it would have, but it can post nothing, and hears of no such thread."""
    channel, guild = interaction.channel, interaction.guild
    if not isinstance(channel, discord.Thread) or not channel.is_private() or guild is None:
        return False
    return not interaction.app_permissions.manage_threads and guild.get_thread(channel.id) is None


def _missing(channel: object, mine: discord.Permissions, look: str) -> list[str]:
    in_thread = isinstance(channel, discord.Thread)
    missing = [name for name in (_IN_THREADS if in_thread else _NEEDED) if not getattr(mine, name)]
    if look != WORDS and not mine.attach_files:
        missing.append("attach_files")
    locked = isinstance(channel, discord.Thread) and channel.locked and not mine.manage_threads
    return [name.replace("_", " ").title().replace(" In ", " in ") for name in missing] + ([_LOCKED] if locked else [])


async def no_board(rest: Rest, interaction: discord.Interaction, played: Table | Live) -> str:
    """Return a sentence on why the channel of a game can be shown no board, or that of a tale nothing, and what helps;
    "" if it can, or if that is not known. The interaction may come from anywhere."""
    why = await _hindrance(rest, interaction, played)
    if not why:
        return ""
    here = "here" if interaction.channel_id == played.row.channel_id else f"in <#{played.row.channel_id}>"
    if isinstance(played, Live):
        what, move = "it", "" if played.is_over else "; `/tale move` in another channel takes the tale there"
    else:
        move = f"; {at_table('move')} in another channel takes the game there" if played.status.is_active else ""
        what = "the board"
    return f"I cannot show {what} {here}: {why}{move}."


async def _hindrance(rest: Rest, interaction: discord.Interaction, played: Table | Live) -> str:
    if interaction.channel_id == played.row.channel_id:
        if _is_outside(interaction):
            return "I am not in this private thread. Mention me here, and I am added"
        missing = missing_permissions(interaction, WORDS)
    elif (guild := interaction.client.get_guild(played.row.guild_id or 0)) is None or not guild.me:
        return ""
    else:
        try:
            channel = await channel_of(rest, guild, played)
            missing = _missing(channel, channel.permissions_for(guild.me), WORDS)
        except (Gone, Refused):
            return "that channel is not there any more, or I do not see it"
        except (Later, discord.ClientException):  # permissions unknown
            return ""
    return f"I lack {listed(missing)}. {_given(missing)}" if missing else ""


def _given(missing: Sequence[str]) -> str:
    """Who helps where that is missing."""
    return f"Somebody who manages the channel can give me {'that' if len(missing) == 1 else 'these'}"


def require_channel(reply: Reply, look: str, what: str = "table") -> None:
    """Check that this is a channel of a server in which the bot may post a board with this look, or a tale. `what`:
    "table" or "tale".

    Raises NoGame outside a server, NotAllowed where permissions are missing.
    """
    if reply.interaction.guild_id is None:
        onward = " What you play there goes on here too, with `/play` and `/hand`." if what == "table" else ""
        raise NoGame(
            f"A {what} needs a channel or thread of a server where I am: open it there, with the same command.{onward}"
        )
    if _is_outside(reply.interaction):
        raise NotAllowed("I am not in this private thread. Mention me here, and I am added; then try again.")
    missing = missing_permissions(reply.interaction, look)
    if missing:
        raise NotAllowed(f"In this channel I lack {listed(missing)}. {_given(missing)}; then try again.")
