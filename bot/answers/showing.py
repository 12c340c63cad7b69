"""How a person sees a game: in pictures, in pictures with letters on their signs, or in words."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from bot.answers.replies import Reply, with_picture
from bot.answers.screens import Surface
from bot.panels.company import header
from bot.pictures.studio import Studio
from bot.tables import Table, Tables
from bot.tables.errors import NoGame
from bot.tables.lobby_options import LETTERS, WORDS
from bot.tasks import Tasks
from game.core.faces import Sketch
from game.core.layout import Panel, Picture

log = logging.getLogger(__name__)


def named(surface: Surface, table: Table, said: str = "") -> str:
    """Return what is said; in a direct message with the table's name above it, as no channel tells which table it
    is."""
    return "\n".join(filter(None, (header(table) if surface.guild_id is None else "", said)))


async def own_sketch(
    tables: Tables, user_id: int, table: Table, sketched: Callable[[], Sketch | None]
) -> Sketch | None:
    """Return the undrawn picture as this person wants to see it in private; None if there is none, or they want
    words."""
    wanted = (await tables.people.settings(user_id))["pictures"]
    sketch = sketched() if wanted != WORDS else None
    return partial(sketch, letters=LETTERS in (wanted, table.look)) if sketch is not None else None


class Showing:
    """Answers with a picture and words, or with words alone if there can be no picture."""

    patience = 1.0
    """Seconds that an answer waits for its picture: Discord waits three for the answer. A panel that is updated without
    a press waits as long as the studio allows, which is how a panel that was answered in words gets its picture."""

    def __init__(self, studio: Studio, tables: Tables, tasks: Tasks) -> None:
        self._studio = studio
        self._tables = tables
        self._tasks = tasks

    async def own_picture(
        self, user_id: int, table: Table, sketched: Callable[[], Sketch | None], *, awaited: bool = True
    ) -> Picture | None:
        """Return the picture of `own_sketch`, drawn; None also if drawing fails.

        awaited: whether the person has asked for it and waits.
        """
        sketch = await own_sketch(self._tables, user_id, table, sketched)
        if sketch is None:
            return None
        return await (self._studio.draw if awaited else self._studio.draw_in_turn)(sketch)

    async def show(
        self,
        surface: Surface,
        table: Table,
        sketched: Callable[[], Sketch | None],
        build: Callable[[Picture | None], Panel],
        truth: Callable[[Table], object] | None = None,
    ) -> None:
        """Show what `build` makes of the picture.

        sketched: makes the undrawn picture, for people who want to see one. In a direct message, which `Screens` does
        not look after, a picture that was not drawn in time follows if `truth` is given; but not if the truth has
        changed by then, or the person has pressed something else there. Raises HTTPException for words that Discord
        refuses.
        """
        drawn = partial(self.own_picture, surface.user_id, table, sketched)
        picture, awaited = None, isinstance(surface, Reply)
        try:
            async with asyncio.timeout(self.patience if awaited else None):
                picture = await drawn(awaited=awaited)
        except TimeoutError:
            log.info("a picture was not waited for", extra={"game": table.id})
            surface.awaits_picture = awaited

        async def follow(reply: Reply, truth: Callable[[Table], object]) -> None:
            late = await drawn(awaited=False)
            with suppress(NoGame):
                if late is not None and truth(await self._tables.look(table.id)) == truth(table):
                    reply.yields = True
                    await with_picture(reply.show, build, late)

        await with_picture(surface.show, build, picture)
        if truth is not None and isinstance(surface, Reply) and surface.in_letter and surface.awaits_picture:
            self._tasks.begin(follow(surface, truth), "a late picture")
