"""What all parts of the control API share: where it lies, how it reads, refuses and streams.

It answers JSON; a refusal is 400 with a `message`. It is for whoever runs the playground, no part of Discord.
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
HEARTBEAT = 30.0
"""Seconds after which a page that has vanished is noticed."""


def bad(message: str) -> web.Response:
    return web.json_response({"message": message}, status=400)


def refusal(kind: type[web.HTTPError], message: str) -> web.HTTPError:
    return kind(text=json.dumps({"message": message}), content_type="application/json")


def number(text: str) -> int:
    """Raises HTTPException."""
    if not text.isdecimal():
        raise refusal(web.HTTPBadRequest, f"{text} is not a number")
    return int(text)


async def arguments(request: web.Request) -> Json:
    """Raises ValueError, also for half a character, which no file could keep."""
    text = await request.text() if request.can_read_body else "{}"
    given: Json = json.loads(text)
    json.dumps(given, ensure_ascii=False).encode()
    return given


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
