"""A discord.py bot without a game that stores and sends as much as a move of Adepts: a lower bound, as if all else were
free.

`/play` stores as much as a move takes, on disk before anything is said, answers with a panel, edits the board and the
other person's panel, and deletes the former panel. The texts are always the same, about as long as boards and panels in
words. Otherwise it is the null bot.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from pathlib import Path
from typing import Any

import aiohttp
import aiosqlite
import discord

from benchmarks.null_bot import NullBot, serve
from bot.components import ids
from bot.components.ids import Verb
from bot.components.render import Rendered
from bot.config import load
from bot.delivery.edits import answer, edit_answer, edit_posted
from cli.configuration import run_async

_STORED = 3_600
_BOARD, _PANEL = "A line of the board, with what it says\n" * 40, "What is asked, and what it would bring\n" * 12
_BUTTONS = 5
_FILE = "moves.db"

Asked = discord.Interaction[NullBot]


class BareBot(NullBot):
    """The bot's state: the board by channel, and by channel and person the interaction that shows their panel."""

    def __init__(self, connector: aiohttp.TCPConnector) -> None:
        super().__init__(connector)
        self._boards = dict[int, int]()
        self._panels = dict[tuple[int, int], Asked]()
        self._behind = set[asyncio.Task[None]]()
        self._folder = tempfile.TemporaryDirectory()
        self._db: aiosqlite.Connection | None = None

    async def setup_hook(self) -> None:
        await super().setup_hook()
        self._db = await aiosqlite.connect(Path(self._folder.name) / _FILE, isolation_level=None)
        for statement in (
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = FULL",
            "CREATE TABLE moves (n INTEGER PRIMARY KEY, position BLOB)",
        ):
            await self._db.execute(statement)

    async def answer(self, interaction: Asked, move: str) -> None:
        assert self._db is not None
        await self._db.execute("INSERT INTO moves (position) VALUES (?)", (os.urandom(_STORED),))
        await answer(interaction, _shown(move + _PANEL), in_place=False)
        shown = asyncio.create_task(self._show(interaction))
        self._behind.add(shown)
        shown.add_done_callback(self._behind.discard)

    async def _show(self, moved: Asked) -> None:
        """Show the move elsewhere; requests that fail are not retried."""
        with contextlib.suppress(discord.HTTPException, aiohttp.ClientError):
            await self._edit(moved)

    async def _edit(self, moved: Asked) -> None:
        assert moved.channel_id is not None
        place, person = moved.channel_id, moved.user.id
        former, self._panels[place, person] = self._panels.get((place, person)), moved
        if place in self._boards:
            await edit_posted(self, place, self._boards[place], _shown(_BOARD))
        else:
            board = await self.get_partial_messageable(place).send(view=_shown(_BOARD))
            self._boards[place] = board.id
        for (at, whose), panel in list(self._panels.items()):
            if at == place and whose != person:
                await edit_answer(panel, _shown(_PANEL))
        if former is not None:
            await former.delete_original_response()

    async def close(self) -> None:
        await super().close()
        if self._db is not None:
            await self._db.close()
        self._folder.cleanup()


def _shown(text: str) -> Rendered:
    """Return a text in a frame above a row of buttons, made of discord.py's items."""
    view = discord.ui.LayoutView(timeout=None)
    row = discord.ui.ActionRow[Any]()
    for n in range(_BUTTONS):
        row.add_item(discord.ui.Button(label="A choice", custom_id=ids.encode(Verb.STEP, str(n))))
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(text), row))
    return Rendered(view.to_components(), [])  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    run_async(serve(load(), BareBot))
