"""The world's files, as Discord's CDN serves them: attachments and emojis."""

from __future__ import annotations

from aiohttp import web

from playground.world.directory import Directory

_POLICY = "default-src 'none'; sandbox"
"""Keeps a browser from running anything in a file that the bot sent."""


def mount(app: web.Application, directory: Directory) -> None:
    async def attachment(request: web.Request) -> web.Response:
        """Serve a file to whoever has its full address: its id alone could be guessed, and with it private files be
        read."""
        wanted = request.match_info["attachment_id"], request.query.get("hm")
        standing = (attachment for message in directory.messages.values() for attachment in message.attachments)
        for attachment in (*standing, *directory.replaced):
            if (str(attachment.id), attachment.sha256) == wanted:
                return _file(attachment.data, attachment.content_type)
        raise web.HTTPNotFound

    async def emoji(request: web.Request) -> web.Response:
        emoji_id = request.match_info["name"].split(".")[0]
        for emoji in directory.app.emojis.values():
            if str(emoji.id) == emoji_id:
                return _file(emoji.image, emoji.content_type)
        raise web.HTTPNotFound

    app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", attachment)
    app.router.add_get("/emojis/{name}", emoji)


def _file(data: bytes, kind: str) -> web.Response:
    return web.Response(body=data, headers={"Content-Type": kind, "Content-Security-Policy": _POLICY})
