"""Checks what a person may do with a game or tale. What counts is where it is played, not where they clicked.

A custom_id and the option `game` can name any game, even one of another server, so whatever names one is checked here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import TypeVar

import discord

from bot.answers.replies import has_voice, may_write
from bot.components.ids import Id, Verb
from bot.delivery.rest import Gone, Later, Refused, Rest
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.errors import NoGame, NotAllowed
from bot.tales import Live, Tales
from bot.tales.tales import NOT_HERE
from storage import Status

P = TypeVar("P", Table, Live)
T = TypeVar("T")

_FORMER = "You no longer play at {}. What everybody may see of it is shown in its channel."
_NO_VOICE = "You may not write {where}, so nothing is said or shown in your name, and nobody is called."


async def find_tale(tales: Tales, interaction: discord.Interaction, wanted: Id) -> Live:
    """Return the tale of a button if the person is in one of its channels; or if they sit at it, are on its server, and
    either want to end it, which a command does from anywhere, or it has ended: no further channels lead to it then.

    Raises NoGame, which says where it is played to whoever sits at it and is on its server; to others in the same words
    whether the tale is elsewhere or does not exist.
    """
    live, anywhere = await tales.look(wanted.game), wanted.verb is Verb.FINISH
    is_own = interaction.guild_id == live.row.guild_id and live.sits(interaction.user.id)
    if interaction.channel_id in (live.row.channel_id, *live.channels) or (is_own and (anywhere or live.is_over)):
        return live
    raise NoGame(f"This tale is not played here any more, but in <#{live.row.channel_id}>." if is_own else NOT_HERE)


async def find_table(tables: Tables, interaction: discord.Interaction, game_id: str) -> Table:
    """Return the game with this id if it concerns the person: from anywhere if they play, or can take back a seat
    there, else if they can see its channel.

    Raises NoGame: to whoever once had a seat there it says so, to others it says the same whether the game is elsewhere
    or does not exist.
    """
    table, user_id = await tables.look(game_id), interaction.user.id
    plays = table.find(user_id) is not None or (
        table.status is Status.RUNNING and table.taken_over(user_id) is not None
    )
    if not plays and not permissions(interaction, table).view_channel:
        had_seat = any(each.user_id == user_id for each in table.tenures)
        raise NoGame(_FORMER.format(table.title) if had_seat else "")
    return table


def is_manager(interaction: discord.Interaction, played: Table | Live) -> bool:
    """Whether the person has the permission Manage Channels in the channel where it is played."""
    return permissions(interaction, played).manage_channels


def actor(interaction: discord.Interaction, table: Table) -> Actor:
    """Return the person as an actor on that table, with whether they may manage its channel."""
    return Actor(interaction.user.id, is_manager(interaction, table))


async def has_left(rest: Rest, interaction: discord.Interaction, table: Table, user_id: int) -> bool:
    """Whether somebody has left the table's server; False if Discord does not say."""
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
    """Check that the person may write in the channel where it is played; if their permissions there are unknown, in the
    channel where they are. Discord lets everybody press the buttons that they see, and who may not write may not speak
    that way either.

    Raises NotAllowed.
    """
    guild, person = interaction.guild, interaction.user
    channel: object = interaction.channel
    allowed, where = interaction.permissions, "here"
    if interaction.channel_id != played.row.channel_id and guild is not None and isinstance(person, discord.Member):
        there = guild.get_channel_or_thread(played.row.channel_id)
        if there is not None:
            with suppress(discord.ClientException):  # a thread whose parent channel is not cached
                if there.permissions_for(guild.me).view_channel:  # else Discord does not tell who may do what there
                    allowed, channel, where = there.permissions_for(person), there, f"in <#{there.id}>"
    if not has_voice(allowed, channel):
        raise NotAllowed(_NO_VOICE.format(where=where))


async def may_write_there(rest: Rest, interaction: discord.Interaction, table: Table) -> bool:
    """Whether the person can see the game's channel and may write there, wherever they are now; False if they have left
    its server, or if it is not known."""
    try:
        member = await member_of(interaction.client, rest, interaction.user, table.row.guild_id)
        channel, allowed = await seen_by(rest, member, table)
    except (Gone, NotSeen):
        return False
    return may_write(allowed, channel)


class NotSeen(Exception):
    """Somebody cannot see a channel, or Discord does not say whether they can."""


async def member_of(
    client: discord.Client, rest: Rest, person: discord.abc.Snowflake, guild_id: int | None
) -> discord.Member:
    """Return the person as a member of that server, wherever they are now. Raises NotSeen if they are none, or if it is
    not known."""
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
    """Return the channel where it is played, and the member's permissions there.

    Raises Gone if the channel no longer exists, NotSeen if they cannot see it.
    """
    try:
        channel = await channel_of(rest, member.guild, played)
    except (Refused, Later):
        raise NotSeen from None
    allowed = _permissions_in(member, channel)
    if isinstance(channel, discord.Thread) and channel.is_private() and not allowed.view_channel:
        allowed = await _invited(rest, member, channel)
    if not allowed.view_channel:
        raise NotSeen
    return channel, allowed


async def seen(
    client: discord.Client, rest: Rest, person: discord.abc.Snowflake, played: Sequence[P], here: int | None
) -> list[tuple[P, bool]]:
    """Return those of these games or tales, on any server, whose channels the person can see. Each comes with whether
    its channel no longer exists.

    here: a channel that they are in, which needs no check.
    """
    servers = [*{each.row.guild_id for each in played if each.row.channel_id != here}]
    asked = await asyncio.gather(*(_or_none(member_of(client, rest, person, server)) for server in servers))
    members = dict(zip(servers, asked, strict=True))

    async def look(each: P) -> tuple[P, bool] | None:
        if each.row.channel_id == here:
            return each, False
        member = members[each.row.guild_id]
        if member is None:
            return None
        try:
            return (each, False) if await _or_none(seen_by(rest, member, each)) else None
        except Gone:
            return each, True

    return [found for found in await asyncio.gather(*map(look, played)) if found is not None]


async def _or_none(asked: Awaitable[T]) -> T | None:
    try:
        return await asked
    except NotSeen:
        return None


async def _invited(rest: Rest, person: discord.Member, thread: discord.Thread) -> discord.Permissions:
    """Return the person's permissions in a private thread; none unless they were invited to it."""
    try:
        await rest.look(lambda: thread.fetch_member(person.id))
        return thread.permissions_for(person)
    except (Gone, Refused, Later, discord.ClientException):
        return discord.Permissions.none()


async def channel_of(
    rest: Rest, guild: discord.Guild, played: Table | Live
) -> discord.abc.GuildChannel | discord.Thread:
    """Return the channel where it is played. An archived thread is not in discord.py's cache, so it is fetched.

    Raises Gone, Refused, Later.
    """
    wanted = played.row.channel_id
    known = guild.get_channel_or_thread(wanted)
    return known if known is not None else await rest.look(lambda: guild.fetch_channel(wanted))


def permissions(interaction: discord.Interaction, played: Table | Live) -> discord.Permissions:
    """Return the person's permissions in the channel where it is played; none if they are not on its server now."""
    nothing = discord.Permissions.none()
    if interaction.guild_id is None or interaction.guild_id != played.row.guild_id:
        return nothing
    if interaction.channel_id == played.row.channel_id:
        return interaction.permissions | discord.Permissions(view_channel=True)
    guild, person = interaction.guild, interaction.user
    channel = guild.get_channel_or_thread(played.row.channel_id) if guild is not None else None
    if channel is None or not isinstance(person, discord.Member):
        return nothing
    return _permissions_in(person, channel)


def _permissions_in(person: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> discord.Permissions:
    """Return the person's permissions in the channel; none if they cannot see it."""
    nothing = discord.Permissions.none()
    try:
        allowed = channel.permissions_for(person)
    except discord.ClientException:  # a thread whose parent channel is not cached
        return nothing
    if isinstance(channel, discord.Thread) and channel.is_private() and not allowed.manage_threads:
        return nothing  # discord.py does not know who was invited to it
    return allowed if allowed.view_channel else nothing
