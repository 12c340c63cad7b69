"""Turns the world's objects into JSON as Discord's API and gateway write them."""

from __future__ import annotations

import struct

from playground.world.clock import created, iso
from playground.world.directory import Directory
from playground.world.models import (
    EPHEMERAL,
    OBFUSCATED,
    Application,
    Attachment,
    Channel,
    Emoji,
    Guild,
    Json,
    Member,
    Message,
    Role,
    User,
)
from playground.world.permissions import Permission


def thread_member(thread: Channel, user_id: int, joined: float) -> Json:
    return {"id": str(thread.id), "user_id": str(user_id), "join_timestamp": iso(joined), "flags": 0}


def user(person: User) -> Json:
    return {
        "id": str(person.id),
        "username": person.name,
        "discriminator": "0000" if person.bot else "0",
        "global_name": None if person.bot else person.name,
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "bot": person.bot,
        "system": False,
        "primary_guild": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "banner": None,
        "accent_color": None,
    }


def own_user(person: User) -> Json:
    return {**user(person), "mfa_enabled": True, "locale": person.locale, "verified": True, "email": None}


def member(person: Member, of_user: User | None = None) -> Json:
    data: Json = {
        "roles": [str(role) for role in person.roles],
        "joined_at": iso(person.joined_at),
        "nick": person.nick,
        "avatar": None,
        "banner": None,
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "flags": 0,
        "deaf": False,
        "mute": False,
    }
    if of_user is not None:
        data["user"] = user(of_user)
    return data


def role(of: Role) -> Json:
    return {
        "id": str(of.id),
        "name": of.name,
        "permissions": str(int(of.permissions)),
        "position": 0 if of.name == "@everyone" else 1,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "description": None,
        "flags": 0,
    }


def channel(world: Directory, of: Channel) -> Json:
    data: Json = {
        "id": str(of.id),
        "type": of.type,
        "flags": 0,
        "last_message_id": str(of.last_message_id) if of.last_message_id else None,
    }
    if of.guild_id is None:
        data["recipients"] = [user(world.users[r]) for r in of.recipients if r != world.app.bot.id]
        return data
    data |= {
        "name": of.name,
        "guild_id": str(of.guild_id),
        "parent_id": str(of.parent_id) if of.parent_id else None,
        "rate_limit_per_user": 0,
    }
    if of.is_thread:
        count = sum(1 for m in world.history(of.id) if m.visible_to is None)
        data |= {
            "owner_id": str(of.owner_id),
            "message_count": count,
            "total_message_sent": count,
            "member_count": len(of.thread_members),
            "thread_metadata": {
                "archived": of.archived,
                "locked": of.locked,
                "auto_archive_duration": of.auto_archive,
                "archive_timestamp": iso(of.archive_changed),
                "create_timestamp": iso(created(of.id)),
                "invitable": True,
            },
        }
        return data
    data |= {
        "topic": of.topic,
        "position": 0,
        "nsfw": False,
        "permission_overwrites": [
            {
                "id": str(o.id),
                "type": int(o.of_member),
                "allow": str(int(o.allow)),
                "deny": str(int(o.deny)),
            }
            for o in of.overwrites.values()
        ],
    }
    return data


def channel_to_bot(world: Directory, of: Channel) -> Json:
    """Return a channel of a guild as the gateway shows it to the bot: obfuscated if the bot cannot view it."""
    data = channel(world, of)
    if world.can_view(of, world.app.bot.id):
        return data
    everyone = {"id": str(of.guild_id), "type": 0, "allow": "0", "deny": str(int(Permission.VIEW_CHANNEL))}
    hidden = {"name": "___hidden___", "topic": None, "last_message_id": None, "permission_overwrites": [everyone]}
    return {**data, **hidden, "flags": OBFUSCATED}


def guild(of: Guild) -> Json:
    return {
        "id": str(of.id),
        "name": of.name,
        "owner_id": str(of.owner_id),
        "roles": [role(r) for r in of.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "preferred_locale": "en-US",
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "hub_type": None,
        "incidents_data": None,
    }


def guild_joined(world: Directory, of: Guild) -> Json:
    """Return GUILD_CREATE for a guild that the bot has just joined: only this one does not say whether it is
    available."""
    return {name: value for name, value in guild_create(world, of).items() if name != "unavailable"}


def guild_create(world: Directory, of: Guild) -> Json:
    """Return GUILD_CREATE: the guild with its channels, and the threads and members that the bot sees."""
    channels = [c for c in world.channels.values() if c.guild_id == of.id]
    threads = [c for c in channels if c.is_thread and not c.archived and world.can_view(c, world.app.bot.id)]
    return {
        **guild(of),
        "joined_at": iso(of.joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(of.members),
        "members": [member(m, world.users[m.user_id]) for m in of.members.values()],
        "channels": [channel_to_bot(world, c) for c in channels if not c.is_thread],
        "threads": [channel(world, c) for c in threads],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def image_size(data: bytes) -> tuple[int | None, int | None]:
    """Return width and height of a PNG; (None, None) for other files."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    return None, None


def attachment(world: Directory, of: Attachment) -> Json:
    url = world.cdn(f"/attachments/{of.channel_id}/{of.id}/{of.filename}?hm={of.sha256}")
    data: Json = {
        "id": str(of.id),
        "filename": of.filename,
        "size": len(of.data),
        "content_type": of.content_type,
        "url": url,
        "proxy_url": url,
    }
    if of.description is not None:
        data["description"] = of.description
    width, height = image_size(of.data)
    if width:
        data |= {"width": width, "height": height}
    return data


def _is_shown(of: Attachment, inside: object) -> bool:
    """Return whether a file is shown by something in these components or embeds."""
    if isinstance(inside, dict):
        return inside.get("attachment_id") == str(of.id) or any(_is_shown(of, part) for part in inside.values())
    return isinstance(inside, list) and any(_is_shown(of, part) for part in inside)


def message(world: Directory, of: Message) -> Json:
    """Return a message as the bot gets it: its attachments are the files that no component or embed shows."""
    files = [each for each in of.attachments if not _is_shown(each, of.components) and not _is_shown(each, of.embeds)]
    data: Json = {
        "id": str(of.id),
        "channel_id": str(of.channel_id),
        "type": of.type,
        "author": user(world.users[of.author_id]),
        "content": of.content,
        "timestamp": iso(created(of.id)),
        "edited_timestamp": iso(of.edited_at) if of.edited_at else None,
        "tts": False,
        "pinned": of.pinned,
        "mention_everyone": of.mention_everyone,
        "mentions": [user(world.users[m]) for m in of.mentions],
        "mention_roles": [str(r) for r in of.mention_roles],
        "attachments": [attachment(world, each) for each in files],
        "embeds": of.embeds,
        "components": of.components,
        "flags": of.flags | (EPHEMERAL if of.visible_to else 0),
    }
    if of.interaction is not None:
        data["type"] = 20 if of.interaction["type"] == 2 else 0
        data["interaction_metadata"] = of.interaction
        data["application_id"] = data["webhook_id"] = str(world.app.id)
    if of.nonce is not None:
        data["nonce"] = of.nonce
    if of.reply_to is not None:
        data["type"] = of.type or 19
        data["message_reference"] = {
            "type": 0,
            "message_id": str(of.reply_to),
            "channel_id": str(of.channel_id),
        }
    return data


def shown(world: Directory, of: Message, to: int) -> Json:
    """Return a message as one person's client has it: with all its files and their digests, and whether it pinged the
    person."""
    files = [{**attachment(world, each), "sha256": each.sha256} for each in of.attachments]
    return {**message(world, of), "attachments": files, "pinged": to in of.pinged}


def emoji(of: Emoji, by: User) -> Json:
    return {
        "id": str(of.id),
        "name": of.name,
        "roles": [],
        "user": user(by),
        "require_colons": True,
        "managed": False,
        "animated": of.animated,
        "available": True,
    }


def application(of: Application, owner: User) -> Json:
    return {
        "id": str(of.id),
        "name": of.name,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "flags": 0,
        "flags_new": "0",
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "approximate_user_authorization_count": 0,
        "bot": user(of.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "hook": True,
        "is_monetized": False,
        "is_verified": False,
        "storefront_available": False,
        "integration_types_config": {"0": {}},
        "owner": user(owner),
        "team": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": 0,
        "approximate_user_install_count": 0,
    }
