"""What a person may do with a game or tale from where they are: its place counts, not the place of the click.

A custom_id and the option `game` can name any game, of other servers too, so whatever names one passes here.
"""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.answers.replies import has_voice, may_write
from bot.components.ids import OF_TALES, Id, Verb
from bot.delivery.rest import Gone, Later, Refused, Rest
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.errors import NoGame, NotAllowed
from bot.tales import Live, Tales
from bot.tales.tales import NOT_HERE
from storage import Status

_NO_VOICE = "You may not write {where}, so nothing is said or shown in your name, and nobody is called."


async def admitted(tables: Tables, tales: Tales, interaction: discord.Interaction, wanted: Id) -> None:
    """Raises NoGame for a button of what does not concern this person."""
    if wanted.verb in OF_TALES:
        await told(tales, interaction, wanted.game, anywhere=wanted.verb is Verb.FINISH)
    else:
        await reached(tables, interaction, wanted.game)


async def told(tales: Tales, interaction: discord.Interaction, tale_id: str, *, anywhere: bool = False) -> Live:
    """The tale of this id, for whoever is in a channel of it, or `anywhere` on its server and sits at it: so also once
    it has ended, when no other channel leads to it any longer.

    Raises NoGame, in the same words whether the tale is elsewhere or nowhere.
    """
    live = await tales.look(tale_id)
    is_own = (anywhere or live.is_over) and interaction.guild_id == live.row.guild_id and live.sits(interaction.user.id)
    if not is_own and interaction.channel_id not in (live.row.channel_id, *live.channels):
        raise NoGame(NOT_HERE)
    return live


async def reached(tables: Tables, interaction: discord.Interaction, game_id: str) -> Table:
    """The game of this id, for whom it concerns: its players everywhere, as well as whoever can take a seat back there,
    others where they see its channel.

    Raises NoGame, in the same words whether the game is elsewhere or nowhere.
    """
    table, user_id = await tables.look(game_id), interaction.user.id
    plays = table.find(user_id) is not None or (
        table.status is Status.RUNNING and table.taken_over(user_id) is not None
    )
    if not plays and not permissions(interaction, table).view_channel:
        raise NoGame
    return table


def is_manager(interaction: discord.Interaction, played: Table | Live) -> bool:
    """Whether the person may manage the channel where that is played."""
    return permissions(interaction, played).manage_channels


def actor(interaction: discord.Interaction, table: Table) -> Actor:
    """The person, as they may change that table."""
    return Actor(interaction.user.id, is_manager(interaction, table))


async def has_left(rest: Rest, interaction: discord.Interaction, table: Table, user_id: int) -> bool:
    """Whether somebody is not on the table's server any more; False where Discord does not say."""
    guild = interaction.client.get_guild(table.row.guild_id or 0)
    if guild is None:
        return False
    try:
        await rest.look(lambda: guild.fetch_member(user_id))
    except Gone:
        return True
    except (Refused, Later):
        pass
    return False


def require_voice(interaction: discord.Interaction, played: Table | Live) -> None:
    """Discord lets whoever sees a button press it: nobody speaks by that where they may not write. That is the channel
    where it is played; where what they may do there is not known, the one in which they are.

    Raises NotAllowed.
    """
    guild, person = interaction.guild, interaction.user
    channel: object = interaction.channel
    allowed, where = interaction.permissions, "here"
    if interaction.channel_id != played.row.channel_id and guild is not None and isinstance(person, discord.Member):
        there = guild.get_channel_or_thread(played.row.channel_id)
        if there is not None:
            with suppress(discord.ClientException):  # a thread whose channel is not known
                allowed, channel, where = there.permissions_for(person), there, f"in <#{there.id}>"
    if not has_voice(allowed, channel):
        raise NotAllowed(_NO_VOICE.format(where=where))


async def may_write_there(rest: Rest, interaction: discord.Interaction, table: Table) -> bool:
    """Whether the person sees the game's channel and may write there, from anywhere; not once they left its server."""
    try:
        member = await member_of(interaction.client, rest, interaction.user, table.row.guild_id)
        channel, allowed = await seen_by(rest, member, table)
    except (Gone, NotSeen):
        return False
    return may_write(allowed, channel)


class NotSeen(Exception):
    """Somebody does not see a channel, or Discord does not say whether they do."""


async def member_of(
    client: discord.Client, rest: Rest, person: discord.abc.Snowflake, guild_id: int | None
) -> discord.Member:
    """The person on that server, wherever they are. Raises NotSeen, such as once they left it."""
    guild = client.get_guild(guild_id or 0)
    if guild is None:
        raise NotSeen
    if isinstance(person, discord.Member) and person.guild.id == guild.id:
        return person
    try:
        return await rest.look(lambda: guild.fetch_member(person.id))
    except (Gone, Refused, Later):
        raise NotSeen from None


async def seen_by(
    rest: Rest, member: discord.Member, played: Table | Live
) -> tuple[discord.abc.GuildChannel | discord.Thread, discord.Permissions]:
    """The channel where that is played, on the member's server, and what they may do there.

    Raises Gone where it is not there any more, NotSeen where they do not see it.
    """
    try:
        channel = await channel_of(rest, member.guild, played)
    except (Refused, Later):
        raise NotSeen from None
    allowed = _of(member, channel)
    if isinstance(channel, discord.Thread) and channel.is_private() and not allowed.view_channel:
        allowed = await _invited(rest, member, channel)
    if not allowed.view_channel:
        raise NotSeen
    return channel, allowed


async def _invited(rest: Rest, person: discord.Member, thread: discord.Thread) -> discord.Permissions:
    """What the person may do in a private thread, if they were invited into it."""
    try:
        await rest.look(lambda: thread.fetch_member(person.id))
        return thread.permissions_for(person)
    except (Gone, Refused, Later, discord.ClientException):
        return discord.Permissions.none()


async def channel_of(
    rest: Rest, guild: discord.Guild, played: Table | Live
) -> discord.abc.GuildChannel | discord.Thread:
    """The channel where that is played; of a thread that sleeps Discord's library knows nothing, so that is asked for.

    Raises Gone, Refused, Later.
    """
    wanted = played.row.channel_id
    known = guild.get_channel_or_thread(wanted)
    return known if known is not None else await rest.look(lambda: guild.fetch_channel(wanted))


def permissions(interaction: discord.Interaction, played: Table | Live) -> discord.Permissions:
    """What the person may do in the channel where that is played; nothing, as seen from elsewhere than its server."""
    nothing = discord.Permissions.none()
    if interaction.guild_id is None or interaction.guild_id != played.row.guild_id:
        return nothing
    if interaction.channel_id == played.row.channel_id:
        return interaction.permissions | discord.Permissions(view_channel=True)
    guild, person = interaction.guild, interaction.user
    channel = guild.get_channel_or_thread(played.row.channel_id) if guild is not None else None
    if channel is None or not isinstance(person, discord.Member):
        return nothing
    return _of(person, channel)


def _of(person: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> discord.Permissions:
    """What the person may do there; nothing, if they do not see it."""
    nothing = discord.Permissions.none()
    try:
        allowed = channel.permissions_for(person)
    except discord.ClientException:  # a thread whose channel is not known
        return nothing
    if isinstance(channel, discord.Thread) and channel.is_private() and not allowed.manage_threads:
        return nothing  # who was invited into it is not known here
    return allowed if allowed.view_channel else nothing
