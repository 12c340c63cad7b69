"""The control API for who looks behind the scenes: the log, faults, and the bot's process."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from aiohttp import web

from .control import HEARTBEAT, PREFIX, bad, refusal, while_open
from .faults import Fault
from .log import Entry
from .models import Json
from .supervisor import CannotControl, Supervisor

if TYPE_CHECKING:
    from .server import Playground

_TOKEN = re.compile(r"(?<=/)(?P<of>(?:interactions|webhooks)/\d+/)[^/ ]+")
_HIDDEN = "…"


def mount(app: web.Application, pg: Playground) -> None:
    inspector = _Inspector(pg)
    router = app.router
    router.add_get(PREFIX + "/log", inspector.log)
    router.add_get(PREFIX + "/log/feed", inspector.follow)
    router.add_get(PREFIX + "/faults", inspector.list_faults)
    router.add_post(PREFIX + "/faults", inspector.add_fault)
    router.add_delete(PREFIX + "/faults", inspector.clear_faults)
    router.add_delete(PREFIX + r"/faults/{id:\d+}", inspector.remove_fault)
    router.add_get(PREFIX + r"/faults/{id:\d+}/hit", inspector.wait_fault)
    router.add_post(PREFIX + r"/faults/{id:\d+}/release", inspector.release_fault)
    router.add_get(PREFIX + "/bot", inspector.bot)
    router.add_post(PREFIX + "/bot/{action}", inspector.control_bot)


def shown(entry: Entry) -> Json:
    """An entry of the log without tokens: neither the bot's nor those of interactions."""
    what = _TOKEN.sub(rf"\g<of>{_HIDDEN}", entry.what)
    return {"n": entry.n, "at": entry.at, "kind": entry.kind, "what": what, "data": _without_tokens(entry.data)}


def _without_tokens(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _HIDDEN if key == "token" else _without_tokens(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_tokens(inner) for inner in value]
    return value


class _Inspector:
    def __init__(self, pg: Playground) -> None:
        self._pg = pg

    # --- the log

    async def log(self, request: web.Request) -> web.Response:
        """Entries from number `after` on."""
        after = _number(request.query.get("after", "0"))
        return web.json_response([shown(entry) for entry in self._pg.log.after(after)])

    async def follow(self, request: web.Request) -> web.WebSocketResponse:
        """The same, then those to come, one a frame. Numbers that are missing were forgotten before they were read.

        Who asks for what is after entries of a playground before this one is told everything.
        """
        seen = _number(request.query.get("after", "0"))
        if seen > self._pg.log.added:
            seen = 0
        ws = web.WebSocketResponse(heartbeat=HEARTBEAT)
        await ws.prepare(request)

        async def write() -> None:
            nonlocal seen
            while True:
                for entry in await self._pg.log.news(seen):
                    await ws.send_str(json.dumps(shown(entry)))
                    seen = entry.n + 1

        await while_open(ws, write())
        return ws

    # --- faults

    async def list_faults(self, _: web.Request) -> web.Response:
        return web.json_response([fault.to_dict() for fault in self._pg.faults])

    async def add_fault(self, request: web.Request) -> web.Response:
        try:
            fault = self._pg.faults.add(**await request.json())
        except (ValueError, TypeError) as error:
            return bad(str(error))
        return web.json_response(fault.to_dict())

    async def clear_faults(self, _: web.Request) -> web.Response:
        self._pg.faults.clear()
        return web.json_response({})

    async def remove_fault(self, request: web.Request) -> web.Response:
        fault = self._fault(request)
        self._pg.faults.remove(fault)
        return web.json_response(fault.to_dict())

    async def wait_fault(self, request: web.Request) -> web.Response:
        """Answers when the fault has struck; `timeout` in seconds."""
        fault = self._fault(request)
        within = _number(request.query.get("timeout", "30"))
        try:
            await fault.wait_hit(within)
        except TimeoutError:
            return bad("it has not struck")
        return web.json_response(fault.to_dict())

    async def release_fault(self, request: web.Request) -> web.Response:
        fault = self._fault(request)
        fault.release()
        return web.json_response(fault.to_dict())

    def _fault(self, request: web.Request) -> Fault:
        """Raises HTTPException."""
        fault = self._pg.faults.get(int(request.match_info["id"]))
        if fault is None:
            raise refusal(web.HTTPBadRequest, "no such fault")
        return fault

    # --- the bot's process

    async def bot(self, _: web.Request) -> web.Response:
        return web.json_response(self._supervisor().to_dict())

    async def control_bot(self, request: web.Request) -> web.Response:
        """start, stop (gently), restart, kill: done when it answers."""
        supervisor = self._supervisor()
        actions: dict[str, Callable[[], Awaitable[None]]] = {
            "start": supervisor.start,
            "stop": supervisor.stop,
            "restart": supervisor.restart,
            "kill": supervisor.kill,
        }
        action = actions.get(request.match_info["action"])
        if action is None:
            return bad(f"unknown action {request.match_info['action']}")
        try:
            await action()
        except (CannotControl, OSError) as error:
            return bad(str(error))
        return web.json_response(supervisor.to_dict())

    def _supervisor(self) -> Supervisor:
        """Raises HTTPException."""
        if self._pg.supervisor is None:
            raise refusal(web.HTTPNotFound, "the bot's process is looked after elsewhere")
        return self._pg.supervisor


def _number(text: str) -> int:
    """Raises HTTPException."""
    if not text.isdecimal():
        raise refusal(web.HTTPBadRequest, f"{text} is no number")
    return int(text)
