"""Automatic passes: each is made at a moment that is drawn and stored when the question is asked."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from bot.automatic.isolated import isolated
from bot.tables import Refusal, Tables
from bot.tables.waiting.timing import PASSES
from storage import Share, Timer


class Passes:
    """Makes the passes that are due."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def due(self, timer: Timer) -> datetime | None:
        with suppress(Refusal):  # the game is gone
            await self._tables.moves.pass_due(timer.game_id or "", timer.about)
        return None

    async def resume(self, gone: datetime | None, share: Share) -> None:
        """Draw a new moment for each pass that was due while the bot was away: if it came just as the bot is back, it
        would tell that nobody chose."""
        for timer in await self._tables.store.timers.due(self._tables.cache.clock.now(), [PASSES], share=share):
            with isolated(timer.game_id):
                await self._tables.moves.draw_pass(timer.game_id or "", timer.about)
