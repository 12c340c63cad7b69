"""Automatic passes: each is made when its moment has come, which is stored with the game and so outlives a restart."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import datetime

from bot.tables import Refusal, Tables
from storage import Status

log = logging.getLogger(__name__)

_RETRY = 30.0


class Passes:
    """For each game a look at what is due, whenever the game has changed, and a timer until the next moment."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._not_before: dict[str, datetime] = {}
        """Of games that were taken up at the start: to pass the moment the bot is back would tell that nobody chose."""
        self._stopped = False
        tables.listen(self.poke)

    async def start(self) -> None:
        """Take up the games in which a pass is due."""
        for row in await self._tables.store.games.active():
            if row.status is Status.RUNNING:
                with suppress(Refusal):
                    if (await self._tables.look(row.id)).context.due:
                        self._not_before[row.id] = self._tables.cache.now() + self._tables.cache.delay()
                        self.poke(row.id)

    def poke(self, game_id: str) -> None:
        """Something has changed in this game, or its moment has come."""
        if (timer := self._timers.pop(game_id, None)) is not None:
            timer.cancel()
        if self._stopped:
            return
        if game_id in self._looks:
            self._again.add(game_id)
        else:
            self._looks[game_id] = asyncio.create_task(self._look(game_id), name=f"passes {game_id}")

    async def idle(self) -> None:
        """Until every pass is made whose moment has come."""
        while self._looks:
            await asyncio.wait(list(self._looks.values()))

    async def stop(self) -> None:
        """Make no more; one that is being stored is finished."""
        self._stopped = True
        for timer in self._timers.values():
            timer.cancel()
        await self.idle()

    async def _look(self, game_id: str) -> None:
        wait: float | None = None
        try:
            while not self._stopped:
                self._again.discard(game_id)
                wait = await self._once(game_id)
                if game_id not in self._again and wait != 0:
                    break
        except Refusal:
            pass  # the game is gone
        except Exception:
            log.exception("an automatic pass failed", extra={"game": game_id})
            wait = _RETRY
        finally:
            del self._looks[game_id]
        if wait is not None and not self._stopped:
            self._timers[game_id] = asyncio.get_running_loop().call_later(wait, self.poke, game_id)

    async def _once(self, game_id: str) -> float | None:
        """Pass if it is time; the seconds until the next pass, or None if there is none."""
        table = await self._tables.look(game_id)
        if table.status is not Status.RUNNING or not table.context.due:
            self._not_before.pop(game_id, None)
            return None
        due = min(datetime.fromisoformat(moment) for moment in table.context.due.values())
        due = max(due, self._not_before.get(game_id, due))
        wait = (due - self._tables.cache.now()).total_seconds()
        if wait > 0:
            return wait
        self._not_before.pop(game_id, None)
        await self._tables.moves.pass_due(game_id)
        return 0
