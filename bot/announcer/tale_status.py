"""The status message: it says how a tale stands, where the tale is played."""

from __future__ import annotations

from bot.announcer.channels import Channels
from bot.announcer.faces import digest
from bot.announcer.posts import Posts
from bot.components.links import link
from bot.delivery.budget import Urgency
from bot.tales import Live
from game.core.layout import Place
from storage import Message

STATUS = "status"
_FAR = 12
"""A status message that is not pinned is out of sight below this many messages."""
_PINNED, _LOOSE = "pinned", "loose"


class Statuses:
    """Keeps the status message up to date: posted once and edited in place. It is posted anew if it is gone or old, or
    if it is out of sight and cannot be pinned."""

    def __init__(self, posts: Posts, channels: Channels) -> None:
        self._posts = posts
        self._channels = channels
        self._anew: set[str] = set()

    def anew(self, tale_id: str) -> None:
        """Let the next `bring` post it again at the bottom."""
        self._anew.add(tale_id)

    async def link(self, live: Live) -> str:
        """Return the address of the status message; "" if there is none, or if its channel is deleted.

        One that is hidden from the bot may be seen by people."""
        rows = await self._posts.of(live.id, STATUS)
        if not rows or rows[-1].message_id is None or await self._channels.access.is_deleted(rows[-1].channel_id):
            return ""
        return link(live.row.guild_id, rows[-1].channel_id, rows[-1].message_id)

    async def bring(self, live: Live) -> None:
        """Update the status message of a tale. Raises Gone, Refused, Later."""
        rows = await self._posts.of(live.id, STATUS)
        row = rows[-1] if rows else None
        panel = live.stage.status(live.tale, Place(live.id))
        shown = digest(panel)
        pinned, _, before = (row.shown or "").partition(" ") if row is not None else ("", "", "")
        here = row is not None and row.message_id is not None and row.channel_id == live.row.channel_id
        if here and before == shown and live.id not in self._anew:
            return  # what was done is to be seen by nobody here, so the message must not even move
        if row is not None and here and not await self._comes_down(live, row, pinned):
            if await self._posts.show(row, panel, f"{pinned} {shown}"):
                return
            rows.remove(row)
        row = await self._posts.plan(live.id, STATUS, live.row.channel_id, former=row)
        posted = await self._posts.post(row, panel, f"{_LOOSE} {shown}", urgency=Urgency.SHOWS)
        self._anew.discard(live.id)
        for former in rows:
            if former.id != posted.id:
                self._posts.delete_later(former)
        if posted.message_id is not None and await self._channels.pin(posted.channel_id, posted.message_id):
            self._posts.note(posted, f"{_PINNED} {shown}")

    async def _comes_down(self, live: Live, row: Message, pinned: str) -> bool:
        """Return whether the status is to be posted anew at the bottom, either now that it has changed, or because
        somebody asked."""
        if live.id in self._anew:
            return True
        if live.is_over:
            return False
        if self._posts.is_old(row):
            return True
        return pinned != _PINNED and await self._posts.is_out_of_sight(row, _FAR)
