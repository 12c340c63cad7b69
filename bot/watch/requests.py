"""Counts requests to Discord, and those that it rejects as too many."""

from __future__ import annotations

from types import SimpleNamespace

import aiohttp

from bot.watch import figures

_SCOPES = ("user", "global", "shared")


def trace() -> aiohttp.TraceConfig:
    """Return the trace configuration to give to an HTTP session."""
    config = aiohttp.TraceConfig()
    config.on_request_end.append(_ended)
    config.on_request_exception.append(_failed)
    return config


async def _ended(_: aiohttp.ClientSession, __: SimpleNamespace, what: aiohttp.TraceRequestEndParams) -> None:
    figures.REQUESTS.labels(what.method, str(what.response.status)).inc()
    if what.response.status == 429:
        scope = what.response.headers.get("X-RateLimit-Scope", "")
        figures.RATE_LIMITS.labels(scope if scope in _SCOPES else "other").inc()


async def _failed(_: aiohttp.ClientSession, __: SimpleNamespace, what: aiohttp.TraceRequestExceptionParams) -> None:
    figures.REQUESTS.labels(what.method, "none").inc()
