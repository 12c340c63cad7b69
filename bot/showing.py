"""How somebody sees a game: in pictures, in pictures with letters on the gems, or in words."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from bot.replies import pictured
from bot.screens import Surface
from bot.studio import Studio
from bot.tables import Live, Tables
from bot.tables.options import LETTERS, WORDS
from game.adepts.pictures import Picture
from game.core.layout import Panel

log = logging.getLogger(__name__)

Sketch = partial[Picture]
"""A picture not drawn yet: one of the functions of `pictures`, with what it is drawn from."""


async def own_picture(
    studio: Studio, tables: Tables, user_id: int, live: Live, sketch: Sketch | None
) -> Picture | None:
    """The picture as this person wants to see it in private; None if there is none, or words are wanted."""
    wanted = (await tables.people.settings(user_id))["pictures"]
    if sketch is None or wanted == WORDS:
        return None
    return await studio.draw(partial(sketch, letters=LETTERS in (wanted, live.look)))


class Showing:
    """Answers with a picture and words, or with words alone where there can be no picture."""

    patience = 1.0
    """Seconds that an answer waits for its picture: Discord waits three for the answer."""

    def __init__(self, studio: Studio, tables: Tables) -> None:
        self._studio = studio
        self._tables = tables

    async def show(
        self,
        surface: Surface,
        live: Live,
        sketch: Sketch | None,
        build: Callable[[Picture | None], Panel],
    ) -> bool:
        """Show what `build` makes of the picture; whether there is one.

        Raises HTTPException for words that Discord refuses.
        """
        picture = None
        try:
            async with asyncio.timeout(self.patience):
                picture = await own_picture(self._studio, self._tables, surface.user_id, live, sketch)
        except TimeoutError:
            log.info("a picture was not waited for", extra={"game": live.id})
        drawn = [picture] if picture is not None else []
        return await pictured(surface.show, lambda pictures: build(pictures[0] if pictures else None), drawn)
