"""Pictures for all tests of a process: made once."""

from __future__ import annotations

import json
import pickle
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from bot.pictures.studio import Studio
from bot.remembered import DRAWN_BY, ICONS
from playground import Playground
from playground.world.models import Emoji
from storage import Storage
from tests.databases import empty

_MOST = 500

P = ParamSpec("P")
T = TypeVar("T")


class Gallery(Studio):
    """A studio that draws the same only once: many tests begin with the same board."""

    def __init__(self) -> None:
        super().__init__(nice=0)
        self._kept: dict[bytes, Any] = {}

    async def draw(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        return await self._once(super().draw, partial(work, *args, **kwargs))

    async def draw_in_turn(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        return await self._once(super().draw_in_turn, partial(work, *args, **kwargs))

    async def _once(self, draw: Callable[[Callable[[], T]], Awaitable[T | None]], work: Callable[[], T]) -> T | None:
        key = pickle.dumps(work)
        drawn: T | None = self._kept.pop(key, None)
        if drawn is None:
            drawn = await draw(work)
        if drawn is not None:
            self._kept[key] = drawn
            if len(self._kept) > _MOST:
                del self._kept[next(iter(self._kept))]
        return drawn


class Uploaded:
    """The icons that the first bot of this process has uploaded: the others find them there, as after any start but
    the very first."""

    def __init__(self) -> None:
        self._emojis: list[Emoji] = []
        self._icons = self._drawn_by = ""

    async def keep(self, pg: Playground, store: Storage) -> None:
        """What a bot has uploaded there, and noted."""
        if self._emojis:
            return
        icons, drawn_by = await store.meta.get(ICONS), await store.meta.get(DRAWN_BY)
        if icons and drawn_by:
            self._emojis = [replace(emoji) for emoji in pg.world.app.emojis.values()]
            self._icons, self._drawn_by = icons, drawn_by

    async def place(self, pg: Playground, path: Path) -> None:
        """It is there for a bot that is still without a database."""
        if not self._emojis or pg.world.app.emojis or path.exists():
            return
        pg.world.app.emojis = {emoji.id: replace(emoji) for emoji in self._emojis}
        _, icons = json.loads(self._icons)
        with closing(sqlite3.connect(await empty(path))) as raw, raw:
            known = [(ICONS, json.dumps([pg.world.app.id, icons])), (DRAWN_BY, self._drawn_by)]
            raw.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", known)
