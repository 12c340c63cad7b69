"""The control API of the log: the traffic, without tokens."""

from __future__ import annotations

import json
import re
from typing import Any

from aiohttp import web

from playground.control.answers import HEARTBEAT, PREFIX, number, while_open
from playground.traffic.log import Entry, Log
from playground.world.models import Json

_TOKEN = re.compile(r"(?<=/)(?P<of>(?:interactions|webhooks)/\d+/)[^/ ]+")
_HIDDEN = "…"


def mount(app: web.Application, log: Log) -> None:
    async def entries(request: web.Request) -> web.Response:
        """Answer the entries from number `after` on."""
        after = number(request.query.get("after", "0"))
        return web.json_response([shown(entry) for entry in log.after(after)])

    async def follow(request: web.Request) -> web.WebSocketResponse:
        """Send these entries, then new ones, one per frame. Missing numbers were dropped from the log before they were
        sent.

        If `after` is beyond the last entry, it comes from an earlier playground, so everything is sent.
        """
        seen = number(request.query.get("after", "0"))
        if seen > log.added:
            seen = 0
        ws = web.WebSocketResponse(heartbeat=HEARTBEAT)
        await ws.prepare(request)

        async def write() -> None:
            nonlocal seen
            while True:
                for entry in await log.news(seen):
                    await ws.send_str(json.dumps(shown(entry)))
                    seen = entry.n + 1

        await while_open(ws, write())
        return ws

    app.router.add_get(PREFIX + "/log", entries)
    app.router.add_get(PREFIX + "/log/feed", follow)


def shown(entry: Entry) -> Json:
    """Return a log entry without tokens, neither the bot's nor those of interactions."""
    what = _TOKEN.sub(rf"\g<of>{_HIDDEN}", entry.what)
    return {"n": entry.n, "at": entry.at, "kind": entry.kind, "what": what, "data": _without_tokens(entry.data)}


def _without_tokens(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _HIDDEN if key == "token" else _without_tokens(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_tokens(inner) for inner in value]
    return value
