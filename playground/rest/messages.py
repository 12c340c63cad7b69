"""Routes of channel messages, by the bot's token, subject to the bot's permissions."""

from __future__ import annotations

from playground.messaging import messages
from playground.rest.api import Call, Routes
from playground.rest.channels import channel_of, need
from playground.world import payloads
from playground.world.clock import created
from playground.world.errors import invalid, refused
from playground.world.models import DM, Channel, Json, Message
from playground.world.permissions import Permission

routes = Routes()
_HOUR = 3600.0
_READ, _READ_BACK = 50, 100
"""How many messages are returned if no limit is given, and at most."""
_PINS = 250
_NONCE_KNOWN = 300.0
_FORTNIGHT = 14 * 24 * 3600.0


@routes.add("POST", "/channels/{channel_id}/messages")
def create(call: Call) -> Json:
    world, channel = call.backend.world, channel_of(call)
    _may_write(call, channel)
    if (known := _with_nonce(call, channel)) is not None:
        return payloads.message(world, known)
    reference = call.body.get("message_reference")
    if reference and reference.get("fail_if_not_exists", True):
        world.message(channel.id, int(reference["message_id"]))
    message = messages.create(world, channel, world.app.bot.id, call.body, call.files)
    return payloads.message(world, message)


def _with_nonce(call: Call, channel: Channel) -> Message | None:
    """With `enforce_nonce`, return the message that has this nonce and was written in the last minutes; else None.
    Raises ApiError 10008 if it has been deleted since."""
    nonce, now = call.body.get("nonce"), call.backend.world.clock.time()
    if nonce is None or not call.body.get("enforce_nonce"):
        return None
    if now - created(call.backend.world.deleted.get(nonce, 0)) < _NONCE_KNOWN:
        raise refused(10008)
    recent = (m for m in call.backend.world.history(channel.id) if now - created(m.id) < _NONCE_KNOWN)
    return next((m for m in recent if m.nonce == nonce), None)


def _may_write(call: Call, channel: Channel) -> None:
    """Raise ApiError 50007, 50013, 50083, 50278 or 160005 if the bot may not write there."""
    world, bot = call.backend.world, call.backend.world.app.bot.id
    if channel.type == DM:
        person = next(world.users[r] for r in channel.recipients if r != bot)
        shared = any({bot, person.id} <= guild.members.keys() for guild in world.guilds.values())
        if not shared:
            raise refused(50278)
        if not person.dms_open:
            raise refused(50007)
        return
    if not world.may_send(channel, bot):
        raise refused(50013)
    if call.files:
        need(call, channel, Permission.ATTACH_FILES)
    _unlocked(call, channel)


def _unlocked(call: Call, channel: Channel) -> None:
    """Raise ApiError 50083 or 160005 if the channel is a thread that is locked to the bot."""
    world = call.backend.world
    if not world.open_to(channel, world.app.bot.id):
        raise refused(50083 if channel.archived else 160005)


@routes.add("GET", "/channels/{channel_id}/messages")
def history(call: Call) -> list[Json]:
    """Return messages; without permission to read the history an empty list, which is no error."""
    world, channel = call.backend.world, channel_of(call)
    before, after, limit = call.number("before"), call.number("after"), call.number("limit")
    if limit is not None and not 1 <= limit <= _READ_BACK:
        raise invalid([(("limit",), "NUMBER_TYPE_MAX", f"int value should be between 1 and {_READ_BACK}.")])
    if not world.permissions(channel, world.app.bot.id) & Permission.READ_MESSAGE_HISTORY:
        return []
    found = [m for m in reversed(world.history(channel.id)) if m.visible_to is None]
    found = [m for m in found if (before is None or m.id < before) and (after is None or m.id > after)]
    most = limit or _READ
    chosen = found[:most] if after is None else found[-most:]
    return [payloads.message(world, m) for m in chosen]


def _message(call: Call, channel: Channel) -> Message:
    """Return the message in the path; ephemeral ones do not exist for the bot's own token. Raises ApiError 10008."""
    message = call.backend.world.message(channel.id, call.id("message_id"))
    if message.visible_to is not None:
        raise refused(10008)
    return message


@routes.add("GET", "/channels/{channel_id}/messages/{message_id}")
def get(call: Call) -> Json:
    channel = channel_of(call)
    need(call, channel, Permission.READ_MESSAGE_HISTORY)
    return payloads.message(call.backend.world, _message(call, channel))


@routes.add("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit(call: Call) -> Json:
    world, channel = call.backend.world, channel_of(call)
    message = _message(call, channel)
    if message.author_id != world.app.bot.id:
        raise refused(50005)
    if channel.archived:
        raise refused(50083)
    _unlocked(call, channel)
    if call.files:
        need(call, channel, Permission.ATTACH_FILES)
    if world.clock.time() - created(message.id) > _HOUR:
        call.backend.limits.old_edit(channel.id)
    return payloads.message(world, messages.edit(world, message, call.body or {}, call.files))


@routes.add("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete(call: Call) -> None:
    world, channel = call.backend.world, channel_of(call)
    message = _message(call, channel)
    if message.author_id != world.app.bot.id:
        if channel.type == DM:
            raise refused(50003)
        need(call, channel, Permission.MANAGE_MESSAGES)
    _may_delete(call, channel)
    messages.delete(world, message)


def _may_delete(call: Call, channel: Channel) -> None:
    """Raise ApiError 50083 in an archived thread that is locked as well. Deleting does not unarchive a thread."""
    if channel.archived:
        _unlocked(call, channel)


@routes.add("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
def pin(call: Call) -> None:
    _pin(call, True)


@routes.add("DELETE", "/channels/{channel_id}/messages/pins/{message_id}")
def unpin(call: Call) -> None:
    _pin(call, False)


def _pin(call: Call, pinned: bool) -> None:
    channel = channel_of(call)
    need(call, channel, Permission.PIN_MESSAGES)
    if channel.archived:
        raise refused(50083)
    standing = [each for each in call.backend.world.history(channel.id) if each.pinned]
    if pinned and len(standing) >= _PINS:
        raise refused(30003)
    world = call.backend.world
    messages.pin(world, _message(call, channel), pinned, world.app.bot.id)


@routes.add("POST", "/channels/{channel_id}/messages/bulk-delete")
def bulk_delete(call: Call) -> None:
    world, channel = call.backend.world, channel_of(call)
    need(call, channel, Permission.MANAGE_MESSAGES)
    _may_delete(call, channel)
    found = [world.messages.get(int(i)) for i in call.body["messages"]]
    if any(m and world.clock.time() - created(m.id) > _FORTNIGHT for m in found):
        raise refused(50034)
    for message in found:
        if message is not None and message.channel_id == channel.id:
            messages.delete(world, message)
