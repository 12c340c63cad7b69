"""The path of a REST request: faults, authorisation, rate limits, body and its shape, the route, then the log."""

from __future__ import annotations

import asyncio
import json
import math
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import orjson
from aiohttp import content_disposition_filename, hdrs, parse_content_disposition, web
from aiohttp.multipart import BodyPartReader, MultipartReader

from playground.checks.validator import Validator
from playground.gateway.gateway import Gateway
from playground.messaging.interactions import Interactions
from playground.messaging.messages import Uploads
from playground.rest.limits import Limits, too_many
from playground.traffic.faults import Fault, Faults
from playground.traffic.log import Log
from playground.world.errors import ApiError, invalid, plain, refused
from playground.world.models import Json, Upload
from playground.world.world import World

PREFIX = "/api/v10"
_DIGITS = 20
"""Of an id or another number in the path or query, at most: as many as 64 bits can have."""
_PAGE = "<!DOCTYPE html><title>{0}</title><p>A proxy has answered in Discord's place."
_FILE = re.compile(r"files\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Backend:
    """What the routes work with. `save` writes changes to the world's file, if there is one."""

    world: World
    interactions: Interactions
    gateway: Gateway
    limits: Limits
    validator: Validator | None
    log: Log
    faults: Faults
    save: Callable[[], None]


@dataclass(slots=True)
class Call:
    """A request, parsed and checked: the path's parameters, the JSON body, files by their form index."""

    backend: Backend
    params: dict[str, str]
    query: dict[str, str]
    body: Any = None
    files: Uploads = field(default_factory=dict)

    def id(self, name: str) -> int:
        """Return an id of the path. Raises ApiError 50035 if it is not a snowflake."""
        return _whole(name, self.params[name], "snowflake")

    def number(self, name: str) -> int | None:
        """Return a number of the query; None if it is absent. Raises ApiError 50035 if it is not a number."""
        return _whole(name, self.query[name], "int") if name in self.query else None


def _whole(name: str, text: str, wanted: str) -> int:
    if not text.isdecimal() or len(text) > _DIGITS:
        raise invalid([((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not {wanted}.')])
    return int(text)


Handler = Callable[[Call], Any]
"""Returns JSON, or None for 204. Handlers do not await, so each changes the world at once."""


class Routes:
    """A table of routes; path templates are written as in Discord's document."""

    def __init__(self) -> None:
        self.table: list[tuple[str, str, Handler]] = []

    def add(self, method: str, template: str) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            self.table.append((method, template, handler))
            return handler

        return register


def mount(app: web.Application, backend: Backend, *tables: Routes) -> None:
    """Serve the tables under /api/v10; fixed paths such as `@me` come before those with ids."""
    rows = sorted((row for table in tables for row in table.table), key=lambda row: row[1].count("{"))
    for method, template, handler in rows:
        app.router.add_route(method, PREFIX + template, _serve(backend, method, template, handler))
    app.router.add_route("*", PREFIX + "/{rest:.*}", _serve(backend, "*", "", _nothing))


def _nothing(_: Call) -> Any:
    raise plain(404, "Not Found")


def _serve(
    backend: Backend, method: str, template: str, handler: Handler
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def serve(request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        strikes = backend.faults.for_request(request.method, path)
        headers = {"Via": "1.1 playground"}
        call = Call(backend, dict(request.match_info), dict(request.query))
        entry: Json = {"query": call.query}
        try:
            for fault in strikes:
                if fault.kind == "page":
                    page = _PAGE.format(fault.status)
                    return web.Response(text=page, status=fault.status, content_type="text/html")
                await _before(fault, request)
            _authorise(backend.world.app.token, template, request)
            headers |= backend.limits.route(method, template, call.params)
            call.body, call.files = await _read(request)
            entry |= {
                "body": call.body,
                "files": {n: [f.filename, f.content_type, len(f.data)] for n, f in call.files.items()},
            }
            if backend.validator is not None:
                entry["problems"] = backend.validator.problems(f"{method} {template}", call.body)
                if entry["problems"]:
                    raise invalid(entry["problems"])
            answer = handler(call)
            status = 204 if answer is None else 200
            for fault in strikes:
                if fault.kind == "stumble":
                    raise _told(fault)
        except ApiError as error:
            status, answer = error.status, error.body
            headers |= error.headers
        finally:
            asked = backend.log.add("request", f"{request.method} {path}", entry)
        backend.log.add("answer", f"{request.method} {path}", {"status": status, "body": answer, "request": asked.n})
        if request.method != "GET":
            backend.save()  # once told that it was done, the bot will not repeat it
        for fault in strikes:
            await _after(fault, request)
        if answer is None:
            return web.Response(status=status, headers=headers)
        # With a charset in the content type, discord.py would not read it as JSON.
        return web.Response(body=orjson.dumps(answer), status=status, headers=headers, content_type="application/json")

    return serve


async def _before(fault: Fault, request: web.Request) -> None:
    if fault.kind == "status":
        raise _told(fault)
    if fault.kind == "rate_limit":
        raise too_many(fault.seconds, fault.scope)
    if fault.kind == "delay":
        await asyncio.sleep(fault.seconds)
    if fault.kind == "drop":
        _hang_up(request)


async def _after(fault: Fault, request: web.Request) -> None:
    if fault.kind == "lose_answer":
        _hang_up(request)
    if fault.kind == "withhold":
        await fault.released.wait()


def _told(fault: Fault) -> ApiError:
    return ApiError(fault.status, fault.code, fault.message or f"{fault.status}: told to fail")


def _hang_up(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
    raise ConnectionResetError("told to drop the connection")


def _authorise(token: str, template: str, request: web.Request) -> None:
    if template.startswith(("/webhooks/", "/interactions/")) or template == "/gateway":
        return
    if request.headers.get("Authorization") != f"Bot {token}":
        raise plain(401, "Unauthorized")


async def _read(request: web.Request) -> tuple[Any, Uploads]:
    """Read the JSON body and the files of a plain or multipart request."""
    if request.content_type.startswith("multipart/"):
        return await _read_form(await request.multipart())
    raw = await request.read()
    return (_parse(raw) if raw else None), {}


async def _read_form(reader: MultipartReader) -> tuple[Any, Uploads]:
    body: Any = {}
    files: Uploads = {}
    async for part in reader:
        if not isinstance(part, BodyPartReader):
            raise invalid([((), "CONTENT_TYPE_INVALID", "Nested forms are not taken.")])
        data = bytes(await part.read())
        _, said = parse_content_disposition(part.headers.get(hdrs.CONTENT_DISPOSITION))
        if said.get("name") == "payload_json":
            body = _parse(data)
        elif match := _FILE.fullmatch(said.get("name", "")):
            kind = part.headers.get(hdrs.CONTENT_TYPE, "application/octet-stream")
            name = content_disposition_filename(said)
            index = int(match[1])
            files[index] = Upload(index, name or "unknown", _content_type(kind, name), data)
    return body, files


def _content_type(kind: str, filename: str | None) -> str:
    known = {"png": "image/png", "gif": "image/gif", "jpg": "image/jpeg", "txt": "text/plain; charset=utf-8"}
    return known.get((filename or "").rsplit(".", 1)[-1].lower(), kind)


def _parse(raw: bytes) -> Any:
    def number(text: str) -> float:
        value = float(text)
        if not math.isfinite(value):
            raise ValueError(text)
        return value

    try:
        return json.loads(raw, parse_constant=number)
    except ValueError:
        raise refused(50109) from None
