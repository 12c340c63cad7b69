"""Messages of a tale that are each about one thing, such as a roll with its picture."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import discord

from bot.announcer.faces import digest
from bot.announcer.posts import Posts, noted
from bot.delivery.budget import Urgency
from bot.delivery.failures import Failures
from bot.delivery.illustrated import InWords, illustrated, require_pictures
from bot.delivery.rest import Gone, Later, Refused
from bot.pictures.studio import Studio
from bot.tables.people import People
from bot.tales import Live
from game.core.aids.stage import Post
from game.core.faces import Sketch
from game.core.layout import Picture, Place
from storage import Message

POST = "post"
"""The kind of these messages; a colon and the key of what each is about follow."""
_GONE = "gone"
"""The value of `shown` for a message that somebody has deleted."""
_AWAITED = 8
"""Later messages wait for one that Discord has failed to take fewer times than this. One that it never takes, for
whatever reason, must not keep all others."""
_Drawings = dict[str, asyncio.Task[Picture | None]]
"""Pictures that are being drawn, by the digest of what their message shows."""


class TalePosts:
    """Posts each message once where the tale is, edits it when the tale changes it, and adds its picture when that is
    drawn."""

    patience = 1.0
    """Seconds that a message waits for its picture; if drawing takes longer, the picture is added later."""

    def __init__(self, posts: Posts, people: People, studio: Studio, drawn: Callable[[str], object]) -> None:
        """drawn: called with the id of a tale when a picture is drawn that was not waited for."""
        self._posts = posts
        self._people = people
        self._studio = studio
        self._tell_drawn = drawn
        self._drawings: dict[str, _Drawings] = {}
        """By tale id, the drawings that the last `bring` did not wait for. The next one uses them, and drops the
        others."""

    def wait(self, tale_id: str) -> bool:
        """Return whether a message of the tale is yet to get its picture."""
        return tale_id in self._drawings

    def forget(self, tale_id: str) -> None:
        """Wait for no picture of the tale any longer."""
        self._drawings.pop(tale_id, None)

    async def bring(self, live: Live, shown: int, failures: Failures) -> None:
        """Update all messages of a tale. shown: the number of the last entry that the channel was shown.

        The failure of one message is kept in `failures`. If it was to be posted, what is yet to be posted below it
        waits for the next attempt. Raises Gone if the channel is gone.
        """
        begun, waits = self._drawings.pop(live.id, {}), False
        for key, post in live.stage.posts(live.tale, Place(live.id), shown).items():
            rows = await self._posts.of(live.id, f"{POST}:{key}")
            is_new = not post.withdrawn and (not rows or rows[-1].message_id is None)
            if waits and is_new:
                continue
            with failures.kept(Refused, Later, discord.HTTPException):
                try:
                    await self._bring(live, key, post, rows, begun)
                except (Refused, Later):
                    waits = waits or (is_new and await self._is_awaited(live.id, key))
                    raise

    async def _is_awaited(self, tale_id: str, key: str) -> bool:
        """Return whether a message that was not posted has failed so rarely that others wait for it; not if it was
        posted but lacks its picture."""
        rows = await self._posts.of(tale_id, f"{POST}:{key}")
        return not rows or (rows[-1].message_id is None and rows[-1].failures < _AWAITED)

    async def _bring(self, live: Live, key: str, post: Post, rows: Sequence[Message], begun: _Drawings) -> None:
        """Post the message where the tale is, edit it, or delete it if it was withdrawn. One that somebody deletes is
        not posted again. rows: what is stored of it."""
        if post.withdrawn:
            for each in rows:
                await self._posts.delete_now(each)
            return
        row = rows[-1] if rows else None
        sketch = post.sketch
        called = [user for user in map(live.people.get, post.calls) if user is not None]
        mention = " ".join(f"<@{user}>" for user in called)
        shown = digest(post.panel(None, mention), sketch)
        if row is not None and row.shown in (shown, _GONE):
            return
        drawn, without = await self._drawn(live.id, sketch, shown, begun)

        async def send(picture: Picture | None, why: InWords | None) -> None:
            nonlocal row
            now, panel = noted(shown, why), post.panel(picture, mention)
            if row is None or row.message_id is None:
                row = await self._posts.plan(live.id, f"{POST}:{key}", live.row.channel_id, former=row)
                to_call, urgency = await self._people.to_call(called), Urgency.CALLS if called else Urgency.SHOWS
                row = await self._posts.post(row, panel, now, to_call, urgency=urgency)
            elif row.shown != now:
                row = await self._posts.edit(row, panel, now)

        try:
            found = await illustrated(send, drawn, without)
        except Gone:
            if row is None or row.message_id is None:
                raise
            self._posts.note(row, _GONE)
        else:
            if shown not in self._drawings.get(live.id, {}):  # a picture that is being drawn pokes by itself
                require_pictures(found)

    async def _drawn(
        self, tale_id: str, sketch: Sketch | None, shown: str, begun: _Drawings
    ) -> tuple[Picture | None, InWords]:
        """Return the picture, None if there is none in time, and why it is missing if it is."""
        if sketch is None:
            return None, InWords.MEANT
        drawing = begun.get(shown) or asyncio.create_task(self._studio.draw_in_turn(sketch))
        done, _ = await asyncio.wait({drawing}, timeout=self.patience)
        if not done:
            drawing.add_done_callback(lambda _: self._tell_drawn(tale_id))
            self._drawings.setdefault(tale_id, {})[shown] = drawing
        return drawing.result() if done else None, InWords.FOR_NOW
