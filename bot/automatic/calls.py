"""Calls that were put off: who has not gone on meanwhile is called.

What is stored is that nobody is to be called yet; when that is over the announcer sees to it that messages show it.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from bot.tables import Tables
from bot.tables.errors import NoGame
from storage import Timer


class Calls:
    """Calls those who were thought to be there."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def due(self, timer: Timer) -> datetime | None:
        with suppress(NoGame):
            return await self._tables.moves.call(timer.game_id or "", timer.about)
        return None

    async def resume(self, gone: datetime | None) -> None:
        """Who was not called because the bot was away is called now: there is one such row a table and person."""
