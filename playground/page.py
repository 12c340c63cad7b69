"""The page: a chat application in the browser, made of the plain files in the folder beside this module."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

_FOLDER = Path(__file__).with_name("page")
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_HEADERS = {"Cache-Control": "no-cache"}


def mount(app: web.Application) -> None:
    """Serve the page at `/` and its files under `/page/`."""
    app.router.add_get("/", _index)
    app.router.add_get("/page/{path:.+}", _file)


async def _index(_: web.Request) -> web.StreamResponse:
    return _response(_FOLDER / "index.html")


async def _file(request: web.Request) -> web.StreamResponse:
    file = (_FOLDER / request.match_info["path"]).resolve()
    if not file.is_relative_to(_FOLDER) or not file.is_file() or file.suffix not in _TYPES:
        raise web.HTTPNotFound
    return _response(file)


def _response(file: Path) -> web.FileResponse:
    content_type = f"{_TYPES[file.suffix]}; charset=utf-8"
    return web.FileResponse(file, headers={**_HEADERS, "Content-Type": content_type})
