"""What all parts of the control API share: its path, and how it parses, refuses and streams.

It answers in JSON; a refusal is a 400 with a `message`. It is for whoever runs the playground, and no part of Discord.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Coroutine
from typing import Any

from aiohttp import web

from playground.world.models import Json

PREFIX = "/playground"
ID = r"/{id:\d{1,20}}"
"""The part of a path that is an id, or another number of at most 64 bits."""
HEARTBEAT = 30.0
"""Seconds between pings, by which a page that has vanished is noticed."""
_DIGITS = 18
"""Of a number in the path or query, at most: each is then one of 64 bits."""


def bad(message: str) -> web.Response:
    return web.json_response({"message": message}, status=400)


def refusal(kind: type[web.HTTPError], message: str) -> web.HTTPError:
    return kind(text=json.dumps({"message": message}), content_type="application/json")


def number(text: str) -> int:
    """Parse a number of the path or query. Raises HTTPException."""
    if not text.isdecimal() or len(text) > _DIGITS:
        raise refusal(web.HTTPBadRequest, f"{text[:_DIGITS]} is not a number")
    return int(text)


async def arguments(request: web.Request) -> Json:
    """Parse the JSON body. Raises ValueError, also for lone surrogates, which no file could store."""
    text = await request.text() if request.can_read_body else "{}"
    given: Json = json.loads(text)
    json.dumps(given, ensure_ascii=False).encode()
    return given


async def while_open(ws: web.WebSocketResponse, write: Coroutine[Any, Any, None]) -> None:
    """Run `write`, which sends frames, until the client closes the socket. Frames that it sends are ignored."""
    writer = asyncio.create_task(write)
    try:
        async for _ in ws:
            pass
    finally:
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, ConnectionError):
            await writer
