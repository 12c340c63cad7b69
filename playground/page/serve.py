"""Serves the page's files."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

_FOLDER = Path(__file__).parent
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_HEADERS = {"Cache-Control": "no-cache"}


def mount(app: web.Application) -> None:
    """Serve the page at `/` and its files under `/page/`: those that exist now, and nothing else."""
    files = {file.relative_to(_FOLDER).as_posix(): file for file in _FOLDER.rglob("*") if file.suffix in _TYPES}

    async def serve(request: web.Request) -> web.StreamResponse:
        file = files.get(request.match_info.get("path", "index.html"))
        if file is None:
            raise web.HTTPNotFound
        return _response(file)

    app.router.add_get("/", serve)
    app.router.add_get("/page/{path:.+}", serve)


def _response(file: Path) -> web.Response:
    """Return the file as it is now. aiohttp's own response leaves it open if it is cancelled while opening it."""
    content_type = f"{_TYPES[file.suffix]}; charset=utf-8"
    return web.Response(body=file.read_bytes(), headers={**_HEADERS, "Content-Type": content_type})
