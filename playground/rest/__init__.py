"""Discord's REST API, and its file server."""

from __future__ import annotations

from aiohttp import web

from playground.rest import api, application, cdn, channels, interactions, messages


def mount(app: web.Application, backend: api.Backend) -> None:
    """Serve all routes under /api/v10, and the world's files beside them."""
    api.mount(app, backend, application.routes, channels.routes, messages.routes, interactions.routes)
    cdn.mount(app, backend.world)
