"""What Discord's client does while a slash command is typed: finds it, checks options, builds the payload."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playground.checks import command_rules
from playground.checks.command_rules import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    GROUP,
    MENTIONABLE,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from playground.world import payloads
from playground.world.models import Attachment, Channel, Json
from playground.world.permissions import Permission
from playground.world.world import World


class CannotDo(Exception):
    """Discord's client does not let a person do this; the text says why."""


@dataclass(slots=True)
class Typed:
    """A command as typed: its registration, its subcommands, and the options it takes."""

    command: Json
    path: list[Json]
    options: list[Json]


def usable(world: World, user_id: int, channel: Channel) -> list[Json]:
    """Return the commands that a person's client offers in a channel."""
    permissions = world.permissions(channel, user_id)
    if channel.guild_id is not None:
        here = world.app.bot.id in world.guilds[channel.guild_id].members
        allowed = permissions & Permission.USE_APPLICATION_COMMANDS and world.may_send(channel, user_id)
        if not here or not allowed:
            return []
    commands = world.app.commands
    found = [*commands.get(None, []), *(commands.get(channel.guild_id, []) if channel.guild_id else [])]
    return [c for c in found if c["type"] == 1 and _offered(c, channel, permissions)]


def _offered(command: Json, channel: Channel, permissions: Permission) -> bool:
    if channel.guild_id is not None:
        contexts, needed = command.get("contexts"), command.get("default_member_permissions")
        if contexts is not None and 0 not in contexts:
            return False
        if needed is None or permissions & Permission.ADMINISTRATOR:
            return True
        return int(needed) != 0 and permissions & int(needed) == int(needed)
    if command.get("contexts") is not None:
        return 1 in command["contexts"]
    return bool(command.get("dm_permission", True))


def find(world: World, user_id: int, channel: Channel, line: str) -> Typed:
    """Return the command that a line such as `adepts new` names. Raises CannotDo."""
    words = line.removeprefix("/").split()
    commands = usable(world, user_id, channel)
    command = next((c for c in commands if words and c["name"] == words[0]), None)
    if command is None:
        raise CannotDo(f"no command /{line} here; there are {[c['name'] for c in commands]}")
    path, options = [], command.get("options") or []
    for word in words[1:]:
        step = next((o for o in options if o["type"] in (SUBCOMMAND, GROUP) and o["name"] == word), None)
        if step is None:
            raise CannotDo(f"/{line}: {word} is not a subcommand; there are {[o['name'] for o in options]}")
        path.append(step)
        options = step.get("options") or []
    if any(o["type"] in (SUBCOMMAND, GROUP) for o in options):
        raise CannotDo(f"/{line} needs a subcommand out of {[o['name'] for o in options]}")
    return Typed(command, path, options)


def payload(world: World, channel: Channel, typed: Typed, values: Json, focused: str | None = None) -> Json:
    """Return the `data` of a command, or with an option in focus of an autocompletion. Raises CannotDo."""
    known = {option["name"]: option for option in typed.options}
    for name in values:
        if name not in known:
            raise CannotDo(f"no option {name}; there are {list(known)}")
    resolved: Json = {}
    given: list[Json] = []
    for option in typed.options:
        name = option["name"]
        if name in values:
            value = values[name]
            if option["type"] == ATTACHMENT:
                value = _upload(world, channel, value, resolved)
            elif name != focused:
                value = _checked(option, value)
                _resolve(world, channel, option["type"], value, resolved)
            entry = {"type": option["type"], "name": name, "value": value}
            given.append({**entry, "focused": True} if name == focused else entry)
        elif option.get("required") and focused is None:
            raise CannotDo(f"option {name} is required")
    for step in reversed(typed.path):
        given = [{"type": step["type"], "name": step["name"], "options": given}]
    data: Json = {"id": typed.command["id"], "name": typed.command["name"], "type": 1, "options": given}
    if resolved:
        data["resolved"] = resolved
    if "guild_id" in typed.command:
        data["guild_id"] = typed.command["guild_id"]
    return data


def _upload(world: World, channel: Channel, value: Any, resolved: Json) -> str:
    """Store a file that somebody attaches, given as `{"filename": ..., "text": ...}`; return its id. Raises
    CannotDo."""
    if not isinstance(value, dict) or not {"filename", "text"} <= value.keys():
        raise CannotDo("a file has a filename and a text")
    data = str(value["text"]).encode()
    kept = Attachment(world.ids.next(), channel.id, str(value["filename"]), "text/plain; charset=utf-8", data)
    world.replaced.append(kept)
    resolved.setdefault("attachments", {})[str(kept.id)] = payloads.attachment(world, kept)
    return str(kept.id)


def _checked(option: Json, value: Any) -> Any:
    kind, name = option["type"], option["name"]
    if kind in (USER, CHANNEL, ROLE, MENTIONABLE):
        return str(int(value))
    if kind == BOOLEAN:
        if not isinstance(value, bool):
            raise CannotDo(f"option {name} is true or false")
        return value
    if not command_rules.fits(kind, value):
        raise CannotDo(f"option {name} does not take {value!r}")
    size, least, most = value, option.get("min_value"), option.get("max_value")
    if kind == STRING:
        size, least, most = len(value), option.get("min_length"), option.get("max_length") or 6000
        if not value:
            raise CannotDo(f"option {name} is empty")
    if (least is not None and size < least) or (most is not None and size > most):
        unit = " characters" if kind == STRING else ""
        raise CannotDo(f"option {name} is between {least} and {most}{unit}, not {size}")
    choices = option.get("choices") or []
    if choices and value not in [choice["value"] for choice in choices]:
        raise CannotDo(f"option {name} is one of {[choice['name'] for choice in choices]}, not {value!r}")
    return value


def _resolve(world: World, channel: Channel, kind: int, value: Any, resolved: Json) -> None:
    if kind in (USER, MENTIONABLE) and int(value) in world.users:
        resolve_user(world, channel, int(value), resolved)
    elif kind == CHANNEL and int(value) in world.channels:
        found = payloads.channel(world, world.channels[int(value)])
        resolved.setdefault("channels", {})[value] = {**found, "permissions": "0"}
    elif kind in (ROLE, MENTIONABLE) and channel.guild_id and int(value) in world.guilds[channel.guild_id].roles:
        role = world.guilds[channel.guild_id].roles[int(value)]
        resolved.setdefault("roles", {})[value] = payloads.role(role)
    elif kind in (USER, CHANNEL, ROLE, MENTIONABLE):
        raise CannotDo(f"nothing has the id {value}")


def resolve_user(world: World, channel: Channel, user_id: int, resolved: Json) -> None:
    """Add a user, and in a guild the member, to an interaction's resolved data."""
    resolved.setdefault("users", {})[str(user_id)] = payloads.user(world.users[user_id])
    guild = world.guilds.get(channel.guild_id or 0)
    if guild and user_id in guild.members:
        member = payloads.member(guild.members[user_id])
        member["permissions"] = str(int(world.permissions(channel, user_id)))
        resolved.setdefault("members", {})[str(user_id)] = member
