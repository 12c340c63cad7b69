"""The control API of people's clients: what they do, and what they see."""

from __future__ import annotations

import asyncio
import json

from aiohttp import web

from playground.control.answers import HEARTBEAT, ID, PREFIX, arguments, bad, refusal, while_open
from playground.people.feeds import Feeds
from playground.people.people import People
from playground.people.slash_commands import CannotDo
from playground.traffic.log import Log
from playground.world.directory import Directory
from playground.world.models import Json

_UNREAD = 5000
"""How many events may be queued for a page that does not read them."""


def mount(app: web.Application, directory: Directory, people: People, feeds: Feeds, log: Log) -> None:
    clients = _Clients(directory, people, feeds, log)
    app.router.add_get(f"{PREFIX}/people{ID}/feed", clients.feed)
    app.router.add_post(f"{PREFIX}/people{ID}/{{action}}", clients.act)


class _Clients:
    def __init__(self, directory: Directory, people: People, feeds: Feeds, log: Log) -> None:
        self._directory = directory
        self._people = people
        self._feeds = feeds
        self._log = log

    async def act(self, request: web.Request) -> web.Response:
        user_id, action = self._person(request), request.match_info["action"]
        try:
            given = await arguments(request)
            self._log.add("action", action, {"user_id": str(user_id), **given})
            return web.json_response(self._people.act(user_id, action, given))
        except CannotDo as error:
            return bad(str(error))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            return bad(f"{type(error).__name__}: {error}")

    def _person(self, request: web.Request) -> int:
        """Return the user's id. Raises HTTPNotFound."""
        user = self._directory.users.get(int(request.match_info["id"]))
        if user is None or user.bot:
            raise refusal(web.HTTPNotFound, "no such person")
        return user.id

    async def feed(self, request: web.Request) -> web.WebSocketResponse:
        """Send all events that the person ever saw, then new ones; the first frame says how many are past.

        A `presence` follows the past ones. A client that does not read for too long is disconnected, and may reconnect.
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

        stop = self._feeds.watch(user_id, tell)
        past = list(self._feeds.of(user_id))
        presence = self._feeds.presence()

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
