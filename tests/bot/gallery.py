"""What all tests of a process share: drawn pictures, and what a first start leaves at Discord."""

from __future__ import annotations

import asyncio
import json
import pickle
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from bot.client import AdeptsBot
from bot.commands import tree
from bot.pictures.studio import _IN_TURN, Studio
from bot.remembered import COMMANDS, DRAWN_BY, ICONS
from playground import Playground
from playground.world.models import Emoji
from tests.bot.hurry import LONG
from tests.databases import empty

_MOST = 500

P = ParamSpec("P")
T = TypeVar("T")


class Gallery(Studio):
    """A studio that keeps its last pictures, since many tests begin with the same board."""

    def __init__(self) -> None:
        super().__init__(nice=0, leisure=LONG)
        self._kept: dict[bytes, Any] = {}

    def begin(self) -> None:
        """Serve another test, which has an event loop of its own."""
        self._easel = asyncio.Semaphore(_IN_TURN)
        super().begin()

    async def draw(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        return await self._once(super().draw, partial(work, *args, **kwargs))

    async def draw_in_turn(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        return await self._once(super().draw_in_turn, partial(work, *args, **kwargs))

    def clear(self) -> None:
        """Keep no pictures, for tests that count drawings."""
        self._kept.clear()

    async def _once(self, draw: Callable[[Callable[[], T]], Awaitable[T | None]], work: Callable[[], T]) -> T | None:
        await asyncio.sleep(0)  # whoever has no patience does not wait for a kept picture either
        key = pickle.dumps(work)
        drawn: T | None = self._kept.pop(key, None)
        if drawn is None:
            drawn = await draw(work)
        if drawn is not None:
            self._kept[key] = drawn
            if len(self._kept) > _MOST:
                del self._kept[next(iter(self._kept))]
        return drawn


class Settled:
    """The icons and commands that the first bot of this process left at Discord: later bots find them there, as at any
    start but the very first."""

    def __init__(self) -> None:
        self._emojis: list[Emoji] = []
        self._icons = self._drawn_by = ""
        self._described: list[dict[str, Any]] = []
        self._commands: list[dict[str, Any]] = []

    async def keep(self, pg: Playground, bot: AdeptsBot) -> None:
        """Remember what the bot has uploaded, registered and noted, unless something is remembered already."""
        if self._emojis:
            return
        meta = bot.tables.store.meta
        icons, drawn_by, told = [await meta.get(key) for key in (ICONS, DRAWN_BY, COMMANDS)]
        described = tree.described(bot.tree)
        if icons and drawn_by and told == tree.digest(pg.world.app.id, described):
            self._emojis = [replace(emoji) for emoji in pg.world.app.emojis.values()]
            self._icons, self._drawn_by = icons, drawn_by
            self._described, self._commands = described, pg.world.app.commands[None]

    async def place(self, pg: Playground, path: Path) -> None:
        """Put that at Discord and into a new database at `path`, if there is no database yet."""
        app = pg.world.app
        if not self._emojis or app.emojis or path.exists():
            return
        app.emojis = {emoji.id: replace(emoji) for emoji in self._emojis}
        app.commands[None] = [each | {"application_id": str(app.id)} for each in self._commands]
        _, icons = json.loads(self._icons)
        with closing(sqlite3.connect(await empty(path))) as raw, raw:
            known = {
                ICONS: json.dumps([app.id, icons]),
                DRAWN_BY: self._drawn_by,
                COMMANDS: tree.digest(app.id, self._described),
            }
            raw.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", known.items())
