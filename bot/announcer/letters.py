"""Direct messages that tell one person alone something about a tale."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from bot.announcer.faces import digest
from bot.announcer.peace import Peace
from bot.announcer.posts import Posts
from bot.delivery.rest import Apart, Gone, Refused, Shut
from bot.tables.people import People
from bot.tales import Live
from game.core.layout import Panel, bare, text
from storage import Message

LETTER = "letter"
"""The kind of these messages; a colon and the key of what each is about follow."""


class Letters:
    """Keeps letters up to date: each is sent once, says where the tale is, and is deleted when it no longer applies."""

    def __init__(self, posts: Posts, people: People, poke: Callable[[str], object]) -> None:
        """poke: called with the id of a tale when somebody can be written to who was left in peace."""
        self._posts = posts
        self._people = people
        self._peace = Peace(poke, lambda: posts.now)

    def wait(self, tale_id: str) -> bool:
        """Return whether a letter is yet to be sent, because its person is left in peace."""
        return tale_id in self._peace

    async def bring(self, live: Live) -> None:
        """Update all letters of a tale, except to those who want no calls or take no direct messages. Raises Later."""
        rows = {row.kind: row for row in await self._posts.of_kinds(live.id, LETTER)}
        wanted = {f"{LETTER}:{key}": letter for key, letter in live.stage.letters(live.tale).items()}
        for kind in rows.keys() - wanted.keys():
            self._posts.delete_later(rows[kind])
        resting = list[datetime]()
        for kind, letter in wanted.items():
            row, user = rows.get(kind), live.people.get(letter.to)
            panel = bare(text(letter.text, f"-# It is played in <#{live.row.channel_id}>."))
            if row is not None and row.message_id:
                await self._change(row, panel)
                continue
            if user is None or not await self._people.wants_calls(user) or await self._people.refused(user):
                continue
            until = await self._people.resting(user) or self._people.unreached(user)
            until = until or await self._write(live, kind, user, panel, row)
            if until is not None:
                resting.append(until)
        self._peace.schedule(live.id, resting)

    async def _change(self, row: Message, panel: Panel) -> None:
        """Edit a letter if it does not show this. If Discord refuses, it stays as it is."""
        if row.shown == (now := digest(panel)):
            return
        try:
            await self._posts.edit(row, panel, now)
        except (Refused, Gone):
            self._posts.note(row, now)

    async def _write(
        self, live: Live, kind: str, user_id: int, panel: Panel, former: Message | None
    ) -> datetime | None:
        """Send a letter, if they share a server with the bot. If the person takes none, remember that. If Discord does
        not let the bot, return until when it is not tried again."""
        post = partial(self._posts.post, panel=panel, shown=digest(panel))
        try:
            await self._posts.write(live.id, kind, user_id, post, former=former)
        except Apart:
            pass
        except (Shut, Gone):
            await self._people.note_refusal(user_id)
        except Refused as refusal:
            self._people.note_unreached(user_id, str(refusal))
        return self._people.unreached(user_id)
