"""The control API under /playground: people's clients, the world and its clock. `inspector` has the rest of it.

Answers JSON; a refusal is 400 with a `message`. It is for whoever runs the playground, no part of Discord.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from aiohttp import web

from . import messages, payloads
from .errors import ApiError
from .models import Channel, Guild, Json, User
from .options import CannotDo
from .permissions import USUAL, Permission

if TYPE_CHECKING:
    from .server import Playground

PREFIX = "/playground"
HEARTBEAT = 30.0
"""Seconds after which a page that has vanished is noticed."""
_UNREAD = 5000
"""How many events may wait for a page that does not read them."""
Action = Callable[..., Json]


class WorldActions:
    """Changes of the world by JSON: ids are strings, permissions names such as `ATTACH_FILES`."""

    def __init__(self, pg: Playground) -> None:
        self._pg = pg
        self._world = pg.world

    def guild(self, name: str) -> Json:
        return {"id": str(self._pg.guild(_named(name)).id)}

    def channel(self, guild_id: str, name: str) -> Json:
        return {"id": str(self._pg.channel(_named(name), self._world.guild(int(guild_id))).id)}

    def user(self, name: str) -> Json:
        return {"id": str(self._pg.user(_named(name, 32)).id)}

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


def _named(name: Any, most: int = 100) -> str:
    """Raises ValueError."""
    if not isinstance(name, str) or not 0 < len(name.strip()) <= most:
        raise ValueError(f"a name has 1 to {most} characters")
    return name.strip()


def _bits(names: list[str]) -> Permission:
    bits = USUAL & ~USUAL
    for name in names:
        bits |= Permission[name]
    return bits


def mount(app: web.Application, pg: Playground) -> None:
    control = _Control(pg)
    router = app.router
    router.add_get(PREFIX + "/about", control.about)
    router.add_get(PREFIX + "/state", control.state)
    router.add_post(PREFIX + "/world/{action}", control.change)
    router.add_get(PREFIX + r"/people/{id:\d+}/feed", control.feed)
    router.add_post(PREFIX + r"/people/{id:\d+}/{action}", control.act)


def bad(message: str) -> web.Response:
    return web.json_response({"message": message}, status=400)


def refusal(kind: type[web.HTTPError], message: str) -> web.HTTPError:
    return kind(text=json.dumps({"message": message}), content_type="application/json")


class _Control:
    def __init__(self, pg: Playground) -> None:
        self._pg = pg
        self._actions = WorldActions(pg)

    async def about(self, _: web.Request) -> web.Response:
        """What is played here, for the page."""
        return web.json_response(self._pg.about)

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

    async def change(self, request: web.Request) -> web.Response:
        name = request.match_info["action"]
        action: Action | None = None if name.startswith("_") else getattr(self._actions, name, None)
        if action is None:
            return bad(f"unknown action {name}")
        try:
            arguments = await _arguments(request)
            self._pg.log.add("action", name, arguments)
            return web.json_response(action(**arguments))
        except ApiError as error:
            return bad(error.body["message"])
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            return bad(f"{type(error).__name__}: {error}")

    async def act(self, request: web.Request) -> web.Response:
        user_id, action = self._person(request), request.match_info["action"]
        try:
            arguments = await _arguments(request)
            self._pg.log.add("action", action, {"user_id": str(user_id), **arguments})
            return web.json_response(self._pg.people.act(user_id, action, arguments))
        except CannotDo as error:
            return bad(str(error))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            return bad(f"{type(error).__name__}: {error}")

    def _person(self, request: web.Request) -> int:
        """Raises HTTPNotFound."""
        user = self._pg.world.users.get(int(request.match_info["id"]))
        if user is None or user.bot:
            raise refusal(web.HTTPNotFound, "no such person")
        return user.id

    async def feed(self, request: web.Request) -> web.WebSocketResponse:
        """All that the person ever saw, then what comes; the first frame says how many are of the past.

        After the past comes a `presence`. Who does not read for too long is cut off, and may come back.
        """
        user_id = self._person(request)
        ws = web.WebSocketResponse(heartbeat=HEARTBEAT)
        await ws.prepare(request)
        outbox: asyncio.Queue[Json] = asyncio.Queue()
        reads = True

        def tell(event: Json) -> None:
            nonlocal reads
            reads = reads and outbox.qsize() < _UNREAD
            if reads:
                outbox.put_nowait(event)

        stop = self._pg.feeds.watch(user_id, tell)
        past = list(self._pg.feeds.of(user_id))
        presence = self._pg.feeds.presence()

        async def write() -> None:
            await ws.send_json({"past": len(past)})
            for event in [*past, presence]:
                await ws.send_json(event)
            while reads:
                await ws.send_str(json.dumps(await outbox.get()))
            await ws.close()

        try:
            await while_open(ws, write())
        finally:
            stop()
        return ws


async def _arguments(request: web.Request) -> Json:
    """Raises ValueError, also for half a character, which no file could keep."""
    text = await request.text() if request.can_read_body else "{}"
    arguments: Json = json.loads(text)
    json.dumps(arguments, ensure_ascii=False).encode()
    return arguments


async def while_open(ws: web.WebSocketResponse, write: Coroutine[Any, Any, None]) -> None:
    """Let `write` send frames until the other side closes the socket; what it sends is not heard."""
    writer = asyncio.create_task(write)
    try:
        async for _ in ws:
            pass
    finally:
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, ConnectionError):
            await writer
