"""How a scripted person reaches the playground: directly in the same process, or over the control API."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Protocol

import aiohttp

from playground.people.feeds import Feeds
from playground.people.people import People
from playground.people.slash_commands import CannotDo
from playground.world.models import Json

Receive = Callable[[Json], None]


class Link(Protocol):
    """One person's connection: `act` does something; `watch` delivers all events that the person ever saw, then new
    ones."""

    user_id: int

    async def act(self, action: str, **arguments: object) -> Json: ...

    async def watch(self, receive: Receive) -> None: ...

    async def close(self) -> None: ...


class LocalLink:
    def __init__(self, people: People, feeds: Feeds, user_id: int) -> None:
        self.user_id = user_id
        self._people = people
        self._feeds = feeds
        self._stop: Callable[[], None] | None = None

    async def act(self, action: str, **arguments: object) -> Json:
        return self._people.act(self.user_id, action, arguments)

    async def watch(self, receive: Receive) -> None:
        for event in self._feeds.of(self.user_id):
            receive(event)
        self._stop = self._feeds.watch(self.user_id, receive)

    async def close(self) -> None:
        if self._stop is not None:
            self._stop()
            self._stop = None


class HttpLink:
    """A link from another process; `url` is the playground's address."""

    def __init__(self, url: str, user_id: int) -> None:
        self.user_id = user_id
        self._base = f"{url}/playground/people/{user_id}"
        self._session = aiohttp.ClientSession()
        self._reader: asyncio.Task[None] | None = None

    async def act(self, action: str, **arguments: object) -> Json:
        async with self._session.post(f"{self._base}/{action}", json=arguments) as answer:
            data: Json = await answer.json()
            if answer.status != 200:
                raise CannotDo(data["message"])
            return data

    async def watch(self, receive: Receive) -> None:
        ws = await self._session.ws_connect(f"{self._base}/feed", max_msg_size=0)
        past = (await ws.receive_json())["past"]
        for _ in range(past):
            receive(await ws.receive_json())
        self._reader = asyncio.create_task(self._read(ws, receive))

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        await self._session.close()

    @staticmethod
    async def _read(ws: aiohttp.ClientWebSocketResponse, receive: Receive) -> None:
        async for frame in ws:
            receive(frame.json())
