"""Routes of the application itself: login, gateway URL, commands, emojis."""

from __future__ import annotations

import base64
import binascii
import re

from playground.checks import command_rules
from playground.rest.api import Call, Routes
from playground.world import payloads
from playground.world.errors import invalid, refused
from playground.world.models import Emoji, Json

routes = Routes()
_DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)
_EMOJI_BYTES = 256 * 1024


@routes.add("GET", "/users/@me")
def me(call: Call) -> Json:
    return payloads.own_user(call.backend.world.app.bot)


@routes.add("GET", "/oauth2/applications/@me")
@routes.add("GET", "/applications/@me")
def application(call: Call) -> Json:
    return payloads.application(call.backend.world.app, call.backend.world.owner)


@routes.add("GET", "/gateway")
def gateway(call: Call) -> Json:
    return {"url": call.backend.gateway.url}


@routes.add("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Json:
    started = call.backend.gateway.starts
    return {
        "url": call.backend.gateway.url,
        "shards": call.backend.gateway.shards,
        "session_start_limit": {
            "total": 1000,
            "remaining": max(0, 1000 - started),
            "reset_after": 86_400_000,
            "max_concurrency": call.backend.gateway.queues.concurrency,
        },
    }


@routes.add("GET", "/users/{user_id}")
def user(call: Call) -> Json:
    found = call.backend.world.users.get(call.id("user_id"))
    if found is None:
        raise refused(10013)
    return payloads.user(found)


# --- commands


def _scope(call: Call) -> int | None:
    if call.id("application_id") != call.backend.world.app.id:
        raise refused(50001)
    if "guild_id" not in call.params:
        return None
    guild = call.backend.world.guilds.get(call.id("guild_id"))
    if guild is None or call.backend.world.app.bot.id not in guild.members:
        raise refused(50001)
    return guild.id


@routes.add("GET", "/applications/{application_id}/commands")
@routes.add("GET", "/applications/{application_id}/guilds/{guild_id}/commands")
def get_commands(call: Call) -> list[Json]:
    return call.backend.world.app.commands.get(_scope(call), [])


@routes.add("GET", "/applications/{application_id}/commands/{command_id}")
@routes.add("GET", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}")
def get_command(call: Call) -> Json:
    for command in call.backend.world.app.commands.get(_scope(call), []):
        if command["id"] == str(call.id("command_id")):
            return command
    raise refused(10063)


@routes.add("PUT", "/applications/{application_id}/commands")
@routes.add("PUT", "/applications/{application_id}/guilds/{guild_id}/commands")
def overwrite_commands(call: Call) -> list[Json]:
    """Replace all commands of a scope; one that had its name before keeps its id and does not count as created."""
    world, scope = call.backend.world, _scope(call)
    command_rules.check_commands(call.body)
    old = {(c["type"], c["name"]): c for c in world.app.commands.get(scope, [])}
    fresh = [c for c in call.body if (c.get("type") or 1, c["name"]) not in old]
    call.backend.limits.new_commands(scope, len(fresh))
    made = []
    for body in call.body:
        kind = body.get("type") or 1
        known = old.get((kind, body["name"]))
        permissions = body.get("default_member_permissions")
        command: Json = {
            **body,
            "id": known["id"] if known else str(world.ids.next()),
            "application_id": str(world.app.id),
            "type": kind,
            "description": body.get("description") or "",
            "version": str(world.ids.next()),
            "default_member_permissions": None if permissions is None else str(permissions),
            "nsfw": bool(body.get("nsfw")),
        }
        if scope is None:
            command |= {
                "contexts": body.get("contexts"),
                "integration_types": body.get("integration_types") or [0],
                "dm_permission": body.get("dm_permission", True),
            }
        else:
            command["guild_id"] = str(scope)
        made.append(command)
    world.app.commands[scope] = made
    return made


# --- emojis


@routes.add("GET", "/applications/{application_id}/emojis")
def list_emojis(call: Call) -> Json:
    _scope(call)
    app = call.backend.world.app
    return {"items": [payloads.emoji(e, app.bot) for e in app.emojis.values()]}


@routes.add("GET", "/applications/{application_id}/emojis/{emoji_id}")
def get_emoji(call: Call) -> Json:
    return payloads.emoji(_emoji(call), call.backend.world.app.bot)


@routes.add("POST", "/applications/{application_id}/emojis")
def create_emoji(call: Call) -> Json:
    _scope(call)
    app = call.backend.world.app
    match = _DATA_URI.fullmatch(call.body["image"])
    try:
        image = base64.b64decode(match[2], validate=True) if match else b""
    except binascii.Error:
        image = b""
    if match is None or not image:
        raise invalid([(("image",), "IMAGE_INVALID", "Invalid image data")])
    if len(image) > _EMOJI_BYTES:
        raise invalid([(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")])
    if any(e.name == call.body["name"] for e in app.emojis.values()):
        raise invalid([(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name exists.")])
    if len(app.emojis) >= 2000:
        raise refused(30008)
    emoji = Emoji(call.backend.world.ids.next(), call.body["name"], image, match[1], match[1] == "image/gif")
    app.emojis[emoji.id] = emoji
    return payloads.emoji(emoji, app.bot)


@routes.add("PATCH", "/applications/{application_id}/emojis/{emoji_id}")
def rename_emoji(call: Call) -> Json:
    emoji = _emoji(call)
    emoji.name = call.body["name"]
    return payloads.emoji(emoji, call.backend.world.app.bot)


@routes.add("DELETE", "/applications/{application_id}/emojis/{emoji_id}")
def delete_emoji(call: Call) -> None:
    del call.backend.world.app.emojis[_emoji(call).id]


def _emoji(call: Call) -> Emoji:
    _scope(call)
    found = call.backend.world.app.emojis.get(call.id("emoji_id"))
    if found is None:
        raise refused(10014)
    return found
