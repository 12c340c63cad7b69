"""Creates, edits and deletes messages: files, V2 components, mentions and pings. Shapes were checked before."""

from __future__ import annotations

import re
from typing import Any

from playground.checks import rules
from playground.messaging import components
from playground.world import payloads
from playground.world.errors import invalid, refused
from playground.world.models import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    PINNED,
    Attachment,
    Channel,
    Json,
    Message,
    Upload,
)
from playground.world.permissions import Permission
from playground.world.world import World

UPLOAD_LIMIT, _REQUEST_LIMIT = 10 * 1024 * 1024, 25 * 1024 * 1024
"""The most bytes of a file, and of all in a request."""
Uploads = dict[int, Upload]
_USER = re.compile(r"<@!?(\d{15,20})>")
_ROLE = re.compile(r"<@&(\d{15,20})>")


def create(
    world: World,
    channel: Channel,
    author_id: int,
    body: Json,
    files: Uploads,
    *,
    visible_to: int | None = None,
    interaction: Json | None = None,
) -> Message:
    """Post a new message in a channel. Raises ApiError if Discord would refuse the body."""
    attachments = _attachments(world, channel, body, files, [])
    rules.check_message(body, {a.filename for a in attachments}, answer=interaction is not None)
    rules.check_emojis(body, world.app.emojis)
    message = Message(
        world.ids.next(),
        channel.id,
        channel.guild_id,
        author_id,
        attachments=attachments,
        flags=(body.get("flags") or 0) & ~EPHEMERAL,
        visible_to=visible_to,
        interaction=interaction,
        reply_to=int(body["message_reference"]["message_id"]) if body.get("message_reference") else None,
        nonce=body.get("nonce"),
    )
    _fill(world, message, body)
    _mention(world, channel, message, body, ping=True)
    return add(world, channel, message)


def add(world: World, channel: Channel, message: Message) -> Message:
    """Put a finished message into its channel and emit it; an archived thread is unarchived."""
    if channel.archived:
        set_archived(world, channel, False)
    if message.visible_to is None:
        channel.last_message_id = message.id
    world.messages[message.id] = message
    _told(world, "MESSAGE_CREATE", message)
    return message


def edit(world: World, message: Message, body: Json, files: Uploads) -> Message:
    """Change what the body names, and leave the rest; a deferred answer is thereby given, which does not count as
    edited. Raises ApiError if Discord would refuse the body."""
    channel = world.channel(message.channel_id)
    attachments = _attachments(world, channel, body, files, message.attachments)
    answer = message.interaction is not None
    rules.check_message(body, {a.filename for a in attachments}, message, answer)
    rules.check_emojis(body, world.app.emojis)
    world.replaced += [old for old in message.attachments if old not in attachments]
    message.attachments = attachments
    if body.get("flags") is not None:
        kept = message.flags & (COMPONENTS_V2 | LOADING)  # a V2 message stays one
        message.flags = body["flags"] & ~EPHEMERAL | kept
    if message.flags & LOADING:
        message.flags &= ~LOADING
    else:
        message.edited_at = world.clock.time()
    _fill(world, message, body)
    _mention(world, channel, message, body, ping=False)
    _told(world, "MESSAGE_UPDATE", message)
    return message


def pin(world: World, message: Message, pinned: bool, by: int) -> None:
    """Pin or unpin a message; a new pin is announced in the channel in that user's name."""
    if message.pinned == pinned:
        return
    message.pinned = pinned
    _told(world, "MESSAGE_UPDATE", message)
    if pinned:
        told = Message(world.ids.next(), message.channel_id, message.guild_id, by, reply_to=message.id, type=PINNED)
        add(world, world.channel(message.channel_id), told)


def delete(world: World, message: Message) -> None:
    if message.id not in world.messages:
        raise refused(10008)
    del world.messages[message.id]
    if message.nonce is not None:
        world.deleted[message.nonce] = message.id
    world.replaced += message.attachments
    data = {"id": str(message.id), "channel_id": str(message.channel_id)}
    if message.guild_id:
        data["guild_id"] = str(message.guild_id)
    world.emit("MESSAGE_DELETE", data, message.guild_id, message)


def set_archived(world: World, thread: Channel, archived: bool, locked: bool | None = None) -> None:
    thread.archived = archived
    thread.locked = thread.locked if locked is None else locked
    thread.archive_changed = world.clock.time()
    world.emit("THREAD_UPDATE", payloads.channel(world, thread), thread.guild_id)


def _told(world: World, name: str, message: Message) -> None:
    data = payloads.message(world, message)
    if message.guild_id is not None:
        data["guild_id"] = str(message.guild_id)
    world.emit(name, data, message.guild_id, message)


def _attachments(world: World, channel: Channel, body: Json, files: Uploads, old: list[Attachment]) -> list[Attachment]:
    """Return the files after the request: `attachments` is the full list if given, else new files are added."""
    sizes = [len(upload.data) for upload in files.values()]
    if max(sizes, default=0) > UPLOAD_LIMIT or sum(sizes) > _REQUEST_LIMIT:
        raise refused(40005)
    listed: list[Json] | None = body.get("attachments")
    if listed is None:
        entries: list[Json] = [{"id": index} for index in files]
        kept = list(old)
    else:
        known = {a.id: a for a in old}
        kept = [known[int(entry["id"])] for entry in listed if int(entry["id"]) in known]
        entries = [entry for entry in listed if int(entry["id"]) not in known]
        named = {int(entry["id"]) for entry in entries}
        entries += [{"id": index} for index in files if index not in named]
        for place, entry in enumerate(listed):
            if int(entry["id"]) not in known and int(entry["id"]) not in files:
                raise invalid([(("attachments", place, "id"), "ATTACHMENT_NOT_FOUND", "No such file was sent.")])
    made = []
    for entry in entries:
        upload = files[int(entry["id"])]
        name = re.sub(r"[^\w.\-]", "_", entry.get("filename") or upload.filename)
        made.append(
            Attachment(world.ids.next(), channel.id, name, upload.content_type, upload.data, entry.get("description"))
        )
    if len(kept) + len(made) > 10:
        raise invalid([(("attachments",), "BASE_TYPE_BAD_LENGTH", "Must be 10 or fewer in length.")])
    return kept + made


def _fill(world: World, message: Message, body: Json) -> None:
    if "content" in body:
        message.content = (body["content"] or "").strip()
    if "embeds" in body:
        message.embeds = [{"type": "rich", **embed} for embed in body["embeds"] or []]
        for embed in message.embeds:
            for picture in (embed.get("image"), embed.get("thumbnail")):
                if picture:
                    components.resolve(world, picture, message.attachments)
    if "components" in body:
        listed = body["components"] or []
        message.components = components.completed(world, listed, message.attachments)


def words(message: Message) -> str:
    """Return all text of a message in which mentions count."""
    displays = [c["content"] for _, c in rules.walk(message.components) if c["type"] == 10]
    return "\n".join([message.content, *displays])


def _mention(world: World, channel: Channel, message: Message, body: Json, ping: bool) -> None:
    said = words(message)
    allowed: Any = body.get("allowed_mentions")
    usual = ["users"] if message.interaction is not None else ["users", "roles", "everyone"]
    parse = usual if allowed is None else allowed.get("parse") or []

    def of(kind: str, found: list[str]) -> list[int]:
        wanted = list(dict.fromkeys(map(int, found)))
        if kind in parse:
            return wanted
        return [i for i in wanted if i in map(int, (allowed or {}).get(kind) or [])]

    message.mentions = [i for i in of("users", _USER.findall(said)) if i in world.users]
    message.mention_roles = of("roles", _ROLE.findall(said))
    may_all = bool(world.permissions(channel, message.author_id) & Permission.MENTION_EVERYONE)
    everyone = "everyone" in parse and may_all and re.search(r"@(everyone|here)\b", said) is not None
    message.mention_everyone = everyone
    if ping:
        guild = world.guilds.get(channel.guild_id or 0)
        members = guild.members.values() if guild else []
        roles = set(message.mention_roles) if may_all else set()  # no role here is mentionable by everyone
        pinged = {m.user_id for m in members if everyone or roles & set(m.roles)}
        message.pinged = pinged | set(message.mentions)
