"""The HTTP server for monitoring: `/metrics` for Prometheus, `/healthz` and `/readyz`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.watch.address import Address
from bot.watch.figures import REGISTRY
from bot.watch.health import Health
from game.core.program import NAME

log = logging.getLogger(__name__)


class CannotListen(Exception):
    """The address cannot be listened at; the text says why."""


async def _signed(_: web.Request, response: web.StreamResponse) -> None:
    """Name the program in each response, so that it can be told from another one at the same port."""
    response.headers["Server"] = NAME


class Listener:
    """Serves from `open` to `close`. `ask` returns the health; `refresh` updates the gauges, which are read only on
    request."""

    def __init__(
        self, address: Address, ask: Callable[[], Awaitable[Health]], refresh: Callable[[], Awaitable[None]]
    ) -> None:
        self._address = address
        self._ask = ask
        self._refresh = refresh
        self._runner: web.AppRunner | None = None
        self.url = ""
        """Its address, once it is open."""

    async def open(self) -> None:
        """Start serving. Raises CannotListen."""
        app = web.Application()
        app.on_response_prepare.append(_signed)
        app.router.add_get("/metrics", self._metrics)
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/readyz", self._readyz)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._address.host, self._address.port).start()
        except OSError as error:
            await self.close()
            raise CannotListen(error.strerror or str(error)) from error
        self.url = str(Address(self._address.host, self._runner.addresses[0][1]))
        log.info("figures are served", extra={"listen": self.url})

    async def close(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _metrics(self, _: web.Request) -> web.Response:
        await self._refresh()
        # In a thread, as formatting takes milliseconds, for which answers should not wait.
        text = await asyncio.to_thread(generate_latest, REGISTRY)
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _healthz(self, _: web.Request) -> web.Response:
        """Answer always: an answer shows that the event loop runs."""
        return web.Response(text="alive\n")

    async def _readyz(self, _: web.Request) -> web.Response:
        found = await self._ask()
        return web.Response(text=f"{found}\n", status=200 if found.ready else 503)
