"""Routes of channels, threads, DMs and guilds, as far as the bot may use them."""

from __future__ import annotations

from playground.messaging import messages
from playground.rest.api import Call, Routes
from playground.world import payloads
from playground.world.errors import refused
from playground.world.models import DM, GUILD_TEXT, PRIVATE_THREAD, PUBLIC_THREAD, Channel, Guild, Json
from playground.world.permissions import Permission

routes = Routes()


def channel_of(call: Call) -> Channel:
    """Return the channel in the path, which the bot must be able to view. Raises ApiError 10003 or 50001."""
    world = call.backend.world
    channel = world.channel(call.id("channel_id"))
    if not world.can_view(channel, world.app.bot.id):
        raise refused(50001)
    return channel


def need(call: Call, channel: Channel, permission: Permission) -> None:
    """Raise ApiError 50013 unless the bot has this permission in the channel."""
    world = call.backend.world
    if not world.permissions(channel, world.app.bot.id) & permission:
        raise refused(50013)


@routes.add("GET", "/channels/{channel_id}")
def get_channel(call: Call) -> Json:
    return payloads.channel(call.backend.world, channel_of(call))


@routes.add("PATCH", "/channels/{channel_id}")
def edit_channel(call: Call) -> Json:
    world, channel, body = call.backend.world, channel_of(call), call.body or {}
    if channel.type == DM:
        raise refused(50003)
    if {"name", "topic"} & body.keys():
        call.backend.limits.rename(channel.id)
    if not channel.is_thread:
        need(call, channel, Permission.MANAGE_CHANNELS)
        channel.name = body.get("name", channel.name)
        channel.topic = body.get("topic", channel.topic)
        world.emit("CHANNEL_UPDATE", payloads.channel(world, channel), channel.guild_id)
        return payloads.channel(world, channel)
    _edit_thread(call, channel, body)
    return payloads.channel(world, channel)


def _edit_thread(call: Call, thread: Channel, body: Json) -> None:
    """Edit a thread. An archived one can only be unarchived; if it is not locked, whoever may write there may do so."""
    world = call.backend.world
    archived = body.get("archived", thread.archived)
    if thread.archived and archived:
        raise refused(50083)
    mine = thread.owner_id == world.app.bot.id
    wakes = thread.archived and not thread.locked and set(body) <= {"archived", "auto_archive_duration"}
    if wakes and not world.may_send(thread, world.app.bot.id):
        raise refused(50013)
    if not wakes and (not mine or "locked" in body or thread.locked):
        need(call, thread, Permission.MANAGE_THREADS)
    thread.name = body.get("name", thread.name)
    thread.auto_archive = body.get("auto_archive_duration") or thread.auto_archive
    messages.set_archived(world, thread, archived, body.get("locked"))


@routes.add("DELETE", "/channels/{channel_id}")
def delete_channel(call: Call) -> Json:
    channel = channel_of(call)
    if channel.type != DM:
        need(call, channel, Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS)
    data = payloads.channel(call.backend.world, channel)
    call.backend.world.delete_channel(channel)
    return data


@routes.add("POST", "/channels/{channel_id}/typing")
def typing(call: Call) -> None:
    world, channel = call.backend.world, channel_of(call)
    if not world.may_send(channel, world.app.bot.id):
        raise refused(50013)


@routes.add("POST", "/users/@me/channels")
def open_dm(call: Call) -> Json:
    """Return the DM channel with a person; whether they accept messages shows only when one is sent."""
    world = call.backend.world
    user = world.users.get(int(call.body["recipient_id"]))
    if user is None or user.bot:
        raise refused(50033)
    return payloads.channel(world, world.dm(user.id))


# --- threads


@routes.add("POST", "/channels/{channel_id}/threads")
def create_thread(call: Call) -> Json:
    channel = channel_of(call)
    private = call.body.get("type", PRIVATE_THREAD) == PRIVATE_THREAD
    need(
        call, channel, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    )  # fmt: skip
    return _thread(call, channel, PRIVATE_THREAD if private else PUBLIC_THREAD, None)


@routes.add("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def create_thread_of_message(call: Call) -> Json:
    channel = channel_of(call)
    need(call, channel, Permission.CREATE_PUBLIC_THREADS)
    message = call.backend.world.message(channel.id, call.id("message_id"))
    if message.id in call.backend.world.channels:
        raise refused(160004)
    return _thread(call, channel, PUBLIC_THREAD, message.id)


def _thread(call: Call, parent: Channel, kind: int, thread_id: int | None) -> Json:
    if parent.type != GUILD_TEXT:
        raise refused(50024)
    world = call.backend.world
    thread = world.add_thread(
        parent, call.body["name"], kind, world.app.bot.id, call.body.get("auto_archive_duration"), thread_id
    )
    return payloads.channel(world, thread)


@routes.add("PUT", "/channels/{channel_id}/thread-members/@me")
def join_thread(call: Call) -> None:
    call.backend.world.join_thread(channel_of(call), call.backend.world.app.bot.id)


@routes.add("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_thread_member(call: Call) -> None:
    call.backend.world.join_thread(channel_of(call), call.id("user_id"))


@routes.add("GET", "/channels/{channel_id}/thread-members/{user_id}")
def get_thread_member(call: Call) -> Json:
    thread, user_id = channel_of(call), call.id("user_id")
    if user_id not in thread.thread_members:
        raise refused(10007)
    return payloads.thread_member(thread, user_id, call.backend.world.clock.time())


# --- guilds


def _guild(call: Call) -> Guild:
    world = call.backend.world
    guild = world.guild(call.id("guild_id"))
    if world.app.bot.id not in guild.members:
        raise refused(50001)
    return guild


@routes.add("GET", "/guilds/{guild_id}")
def get_guild(call: Call) -> Json:
    return payloads.guild(_guild(call))


@routes.add("GET", "/guilds/{guild_id}/channels")
def guild_channels(call: Call) -> list[Json]:
    guild = _guild(call)
    channels = call.backend.world.channels.values()
    seen = [
        c for c in channels if c.guild_id == guild.id and call.backend.world.can_view(c, call.backend.world.app.bot.id)
    ]
    return [payloads.channel(call.backend.world, c) for c in seen if not c.is_thread]


@routes.add("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(call: Call) -> Json:
    member = _guild(call).members.get(call.id("user_id"))
    if member is None:
        raise refused(10007)
    return payloads.member(member, call.backend.world.users[member.user_id])


@routes.add("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(call: Call) -> None:
    call.backend.world.leave(_guild(call), call.backend.world.app.bot)
