"""The control API of faults: switches them on and off, waits until one strikes, releases the answers that one
withholds."""

from __future__ import annotations

from aiohttp import web

from playground.control.answers import ID, PREFIX, bad, number, refusal
from playground.traffic.faults import Fault, Faults

_ALL = PREFIX + "/faults"
_ONE = _ALL + ID


def mount(app: web.Application, faults: Faults) -> None:
    control = _Control(faults)
    app.router.add_get(_ALL, control.list)
    app.router.add_post(_ALL, control.add)
    app.router.add_delete(_ALL, control.clear)
    app.router.add_delete(_ONE, control.remove)
    app.router.add_get(_ONE + "/hit", control.wait)
    app.router.add_post(_ONE + "/release", control.release)


class _Control:
    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    async def list(self, _: web.Request) -> web.Response:
        return web.json_response([fault.to_dict() for fault in self._faults])

    async def add(self, request: web.Request) -> web.Response:
        try:
            fault = self._faults.add(**await request.json())
        except (ValueError, TypeError) as error:
            return bad(str(error))
        return web.json_response(fault.to_dict())

    async def clear(self, _: web.Request) -> web.Response:
        self._faults.clear()
        return web.json_response({})

    async def remove(self, request: web.Request) -> web.Response:
        fault = self._named(request)
        self._faults.remove(fault)
        return web.json_response(fault.to_dict())

    async def wait(self, request: web.Request) -> web.Response:
        """Answer when the fault has struck; waits for `timeout` seconds at most."""
        fault = self._named(request)
        within = number(request.query.get("timeout", "30"))
        try:
            await fault.wait_hit(within)
        except TimeoutError:
            return bad("it has not struck")
        return web.json_response(fault.to_dict())

    async def release(self, request: web.Request) -> web.Response:
        fault = self._named(request)
        fault.release()
        return web.json_response(fault.to_dict())

    def _named(self, request: web.Request) -> Fault:
        """Return the fault that the path names. Raises HTTPException."""
        fault = self._faults.get(int(request.match_info["id"]))
        if fault is None:
            raise refusal(web.HTTPBadRequest, "no such fault")
        return fault
