"""Keeps other sites out: a page open in the same browser must not reach the playground through it.

A request must name this server as its host (against DNS rebinding), and if the browser sends an origin, it must be this
server. The bot's requests have no such headers, and pass.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Collection
from urllib.parse import urlsplit

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_CLIENT_GONE = 499
_OURS = ("same-origin", "none")


def is_loopback(host: str) -> bool:
    """Whether a host name or address means this machine and nothing else."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def guard(app: web.Application, hosts: Collection[str]) -> None:
    """Answer 403 to requests for other hosts than these and loopback, or from other sites; add security headers to
    answers.

    A client that disconnects before it is answered is not logged.
    """
    known = {host.lower() for host in hosts}

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        problem = _problem(request, known)
        if problem is not None:
            return web.Response(status=403, text=problem + "\n")
        try:
            return await handler(request)
        except ConnectionResetError:  # the client has disconnected
            return web.Response(status=_CLIENT_GONE)

    app.middlewares.append(check)
    app.on_response_prepare.append(_harden)


def _problem(request: web.Request, known: Collection[str]) -> str | None:
    name = _hostname(f"//{request.host}")
    if name not in known and not is_loopback(name):
        return f"This playground is not {name!r}. If that name is yours, start it with --allow-host."
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != request.host:
        return f"This playground takes nothing from {origin}."
    site, mode = request.headers.get("Sec-Fetch-Site", "none"), request.headers.get("Sec-Fetch-Mode")
    if site not in _OURS and not (mode == "navigate" and request.method == "GET"):  # following a link is allowed
        return "This playground takes nothing from other sites."
    return None


def _hostname(address: str) -> str:
    """Return the host without its port; "" if it cannot be parsed."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


async def _harden(request: web.Request, response: web.StreamResponse) -> None:
    headers = response.headers
    headers.setdefault(
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; "
        f"connect-src 'self' ws://{request.host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "no-referrer")
    headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
