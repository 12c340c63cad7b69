"""The control API under /playground: people's clients, faults, the clock, the world and the log.

Answers JSON; a refusal is 400 with a `message`. It is for whoever runs the playground, no part of Discord.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from aiohttp import web

from . import messages, payloads
from .errors import ApiError
from .models import Channel, Guild, Json, User
from .options import CannotDo
from .permissions import USUAL, Permission

if TYPE_CHECKING:
    from .server import Playground

_PREFIX = "/playground"
Action = Callable[..., Json]


class WorldActions:
    """Changes of the world by JSON: ids are strings, permissions names such as `ATTACH_FILES`."""

    def __init__(self, pg: Playground) -> None:
        self._pg = pg
        self._world = pg.world

    def guild(self, name: str) -> Json:
        return {"id": str(self._pg.guild(name).id)}

    def channel(self, guild_id: str, name: str) -> Json:
        return {"id": str(self._pg.channel(name, self._world.guild(int(guild_id))).id)}

    def user(self, name: str) -> Json:
        return {"id": str(self._pg.user(name).id)}

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
        """`drop`, `close` (code), `half_open`, `reconnect` or `invalidate` (resumable)."""
        if do not in ("drop", "close", "half_open", "reconnect", "invalidate"):
            raise ValueError(f"unknown: {do}")
        getattr(self._pg.gateway, do)(**settings)
        return {}

    def clock(self, advance: float) -> Json:
        self._pg.clock.advance(advance)
        return {"time": self._pg.clock.time()}

    def _user(self, user_id: str) -> User:
        return self._world.users[int(user_id)]

    def _guild(self, guild_id: str) -> Guild:
        return self._world.guild(int(guild_id))

    def _channel(self, channel_id: str) -> Channel:
        return self._world.channel(int(channel_id))


def _bits(names: list[str]) -> Permission:
    bits = USUAL & ~USUAL
    for name in names:
        bits |= Permission[name]
    return bits


def mount(app: web.Application, pg: Playground) -> None:
    control = _Control(pg)
    router = app.router
    router.add_get(_PREFIX + "/state", control.state)
    router.add_get(_PREFIX + "/log", control.log)
    router.add_get(_PREFIX + "/faults", control.list_faults)
    router.add_post(_PREFIX + "/faults", control.add_fault)
    router.add_delete(_PREFIX + "/faults", control.clear_faults)
    router.add_get(_PREFIX + "/faults/{id}/hit", control.wait_fault)
    router.add_post(_PREFIX + "/faults/{id}/release", control.release_fault)
    router.add_post(_PREFIX + "/world/{action}", control.change)
    router.add_get(_PREFIX + "/people/{id}/feed", control.feed)
    router.add_post(_PREFIX + "/people/{id}/{action}", control.act)


def _bad(message: str) -> web.Response:
    return web.json_response({"message": message}, status=400)


class _Control:
    def __init__(self, pg: Playground) -> None:
        self._pg = pg
        self._actions = WorldActions(pg)

    async def state(self, _: web.Request) -> web.Response:
        world = self._pg.world
        return web.json_response(
            {
                "api_url": self._pg.api_url,
                "gateway_url": self._pg.gateway_url,
                "connected": self._pg.gateway.connected,
                "time": self._pg.clock.time(),
                "application": {"id": str(world.app.id), "name": world.app.name},
                "users": [payloads.user(u) for u in world.users.values()],
                "guilds": [
                    {"id": str(g.id), "name": g.name, "members": [str(m) for m in g.members]}
                    for g in world.guilds.values()
                ],
                "channels": [payloads.channel(world, c) for c in world.channels.values()],
            }
        )

    async def log(self, request: web.Request) -> web.Response:
        after = int(request.query.get("after", 0))
        return web.json_response([entry.to_dict() for entry in self._pg.log.after(after)])

    async def list_faults(self, _: web.Request) -> web.Response:
        return web.json_response([fault.to_dict() for fault in self._pg.faults])

    async def add_fault(self, request: web.Request) -> web.Response:
        try:
            fault = self._pg.faults.add(**await request.json())
        except (ValueError, TypeError) as error:
            return _bad(str(error))
        return web.json_response(fault.to_dict())

    async def clear_faults(self, _: web.Request) -> web.Response:
        self._pg.faults.clear()
        return web.json_response({})

    async def wait_fault(self, request: web.Request) -> web.Response:
        """Answers when the fault has struck; `timeout` in seconds."""
        fault = self._pg.faults.get(int(request.match_info["id"]))
        if fault is None:
            return _bad("no such fault")
        try:
            await fault.wait_hit(float(request.query.get("timeout", 30)))
        except TimeoutError:
            return _bad("it has not struck")
        return web.json_response(fault.to_dict())

    async def release_fault(self, request: web.Request) -> web.Response:
        fault = self._pg.faults.get(int(request.match_info["id"]))
        if fault is None:
            return _bad("no such fault")
        fault.release()
        return web.json_response(fault.to_dict())

    async def change(self, request: web.Request) -> web.Response:
        name = request.match_info["action"]
        action: Action | None = None if name.startswith("_") else getattr(self._actions, name, None)
        if action is None:
            return _bad(f"unknown action {name}")
        try:
            arguments = await request.json() if request.can_read_body else {}
            self._pg.log.add("action", name, arguments)
            return web.json_response(action(**arguments))
        except ApiError as error:
            return _bad(error.body["message"])
        except (ValueError, TypeError, KeyError) as error:
            return _bad(f"{type(error).__name__}: {error}")

    async def act(self, request: web.Request) -> web.Response:
        user_id, action = int(request.match_info["id"]), request.match_info["action"]
        try:
            arguments = await request.json() if request.can_read_body else {}
            return web.json_response(self._pg.people.act(user_id, action, arguments))
        except CannotDo as error:
            return _bad(str(error))
        except (ValueError, TypeError, KeyError) as error:
            return _bad(f"{type(error).__name__}: {error}")

    async def feed(self, request: web.Request) -> web.WebSocketResponse:
        """All that the person ever saw, then what comes; the first frame says how many are of the past."""
        user_id = int(request.match_info["id"])
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        outbox: asyncio.Queue[Json] = asyncio.Queue()
        stop = self._pg.feeds.watch(user_id, outbox.put_nowait)
        past = list(self._pg.feeds.of(user_id))

        async def write() -> None:
            await ws.send_json({"past": len(past)})
            for event in past:
                await ws.send_json(event)
            while True:
                await ws.send_str(json.dumps(await outbox.get()))

        writer = asyncio.create_task(write())
        try:
            async for _ in ws:
                pass
        finally:
            stop()
            writer.cancel()
        return ws
