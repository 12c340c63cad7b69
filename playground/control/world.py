"""The control API of the world: what is played and what exists, and changes of it, of the clock and of the gateway."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aiohttp import web

from playground.control.answers import PREFIX, arguments, bad
from playground.gateway.gateway import Gateway
from playground.messaging import messages
from playground.rest.api import PREFIX as API
from playground.traffic.log import Log
from playground.world import payloads
from playground.world.errors import ApiError
from playground.world.models import Channel, Guild, Json, User
from playground.world.permissions import USUAL, Permission
from playground.world.world import World

Action = Callable[..., Json]


class WorldActions:
    """Changes of the world by JSON: ids are strings, permissions are names such as `ATTACH_FILES`."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway

    def guild(self, name: str) -> Json:
        return {"id": str(self._world.add_guild(_named(name)).id)}

    def channel(self, guild_id: str, name: str) -> Json:
        return {"id": str(self._world.add_channel(self._guild(guild_id), _named(name)).id)}

    def user(self, name: str) -> Json:
        return {"id": str(self._world.add_user(_named(name, 32), list(self._world.guilds.values())).id)}

    def dms(self, user_id: str, open: bool) -> Json:
        self._user(user_id).dms_open = open
        return {}

    def permissions(self, channel_id: str, user_id: str, allow: list[str], deny: list[str]) -> Json:
        channel = self._channel(channel_id)
        self._world.set_permissions(channel, self._user(user_id), _bits(allow), _bits(deny))
        return {}

    def leave(self, guild_id: str, user_id: str) -> Json:
        self._world.leave(self._guild(guild_id), self._user(user_id))
        return {}

    def delete_message(self, channel_id: str, message_id: str) -> Json:
        messages.delete(self._world, self._world.message(int(channel_id), int(message_id)))
        return {}

    def delete_channel(self, channel_id: str) -> Json:
        self._world.delete_channel(self._channel(channel_id))
        return {}

    def delete_guild(self, guild_id: str) -> Json:
        self._world.delete_guild(self._guild(guild_id))
        return {}

    def archive(self, channel_id: str, archived: bool, locked: bool) -> Json:
        messages.set_archived(self._world, self._channel(channel_id), archived, locked)
        return {}

    def gateway(self, do: str, **settings: Any) -> Json:
        """Apply `drop`, `close` (code), `half_open`, `reconnect` or `invalidate` (resumable) to one `shard` or all."""
        if do not in ("drop", "close", "half_open", "reconnect", "invalidate"):
            raise ValueError(f"unknown: {do}")
        getattr(self._gateway, do)(**settings)
        return {}

    def clock(self, advance: float) -> Json:
        self._world.clock.advance(advance)
        return {"time": self._world.clock.time()}

    def _user(self, user_id: str) -> User:
        return self._world.users[int(user_id)]

    def _guild(self, guild_id: str) -> Guild:
        return self._world.guild(int(guild_id))

    def _channel(self, channel_id: str) -> Channel:
        return self._world.channel(int(channel_id))


def _named(name: Any, most: int = 100) -> str:
    """Return the name, stripped. Raises ValueError."""
    if not isinstance(name, str) or not 0 < len(name.strip()) <= most:
        raise ValueError(f"a name has 1 to {most} characters")
    return name.strip()


def _bits(names: list[str]) -> Permission:
    bits = USUAL & ~USUAL
    for name in names:
        bits |= Permission[name]
    return bits


def mount(app: web.Application, world: World, gateway: Gateway, log: Log, about: Json) -> None:
    """about: what is played here, for the page."""
    actions = WorldActions(world, gateway)

    async def show_about(_: web.Request) -> web.Response:
        return web.json_response(about)

    async def state(_: web.Request) -> web.Response:
        return web.json_response(
            {
                "api_url": world.base_url + API,
                "gateway_url": gateway.url,
                "connected": gateway.connected,
                "time": world.clock.time(),
                "application": {"id": str(world.app.id), "name": world.app.name},
                "users": [payloads.user(u) for u in world.users.values()],
                "guilds": [
                    {"id": str(g.id), "name": g.name, "members": [str(m) for m in g.members]}
                    for g in world.guilds.values()
                ],
                "channels": [payloads.channel(world, c) for c in world.channels.values()],
            }
        )

    async def change(request: web.Request) -> web.Response:
        name = request.match_info["action"]
        action: Action | None = None if name.startswith("_") else getattr(actions, name, None)
        if action is None:
            return bad(f"unknown action {name}")
        try:
            given = await arguments(request)
            log.add("action", name, given)
            return web.json_response(action(**given))
        except ApiError as error:
            return bad(error.body["message"])
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            return bad(f"{type(error).__name__}: {error}")

    app.router.add_get(PREFIX + "/about", show_about)
    app.router.add_get(PREFIX + "/state", state)
    app.router.add_post(PREFIX + "/world/{action}", change)
