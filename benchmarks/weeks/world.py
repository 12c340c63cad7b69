"""The real bot on the playground, in this process; both use one clock that is moved by hand."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import discord
import yarl
from pydantic import SecretStr

from bot.client import AdeptsBot
from bot.clock import MovedClock
from bot.config import Discord, Settings, Storage
from bot.delivery.rest import Rest
from bot.pictures.studio import Studio
from bot.tables.planning.passing import like_a_person
from playground import Playground

START = datetime(2026, 3, 2, 18, tzinfo=UTC)
"""When every game begins: an evening, so that nobody's first visit is a whole day away."""
_KEPT = 300
"""How many entries of logs and feeds are kept, since nobody reads them."""

Work = Callable[[], Awaitable[None]]


class NoStudio(Studio):
    """A studio that draws nothing: everything is in words."""

    async def draw(self, *_: Any, **__: Any) -> None:
        return None

    async def warm(self) -> None:
        """Do nothing, as there is nothing to start."""


class World:
    """Simulated time: planned work and the bot's timers run in order, and the bot settles after each. No real time
    passes."""

    def __init__(self, pg: Playground, bot: AdeptsBot, clock: MovedClock) -> None:
        self.pg = pg
        self.bot = bot
        self._clock = clock
        self._coming: list[tuple[datetime, int, Work]] = []
        self._order = itertools.count()

    @property
    def now(self) -> datetime:
        return self._clock.now()

    def at(self, moment: datetime, work: Work) -> None:
        """Plan work for a moment; at once if that has passed."""
        heapq.heappush(self._coming, (max(moment, self.now), next(self._order), work))

    async def run(self, on: Callable[[], Awaitable[bool]], latest: datetime) -> None:
        """Go from moment to moment while `on`, asked before each, returns True, but not beyond `latest`."""
        while await on():
            timer = await self.bot.alarm.next()
            planned = self._coming[0][0] if self._coming else latest
            moment = min(planned, timer or planned)
            if moment >= latest:
                return
            await self.go_to(moment)
            if moment == planned and self._coming:
                await heapq.heappop(self._coming)[2]()
                await self.settled()

    async def go_to(self, moment: datetime) -> None:
        """Move the clock to a moment and let everything due happen."""
        if moment > self.now:
            self.pg.clock.advance(max(0.0, moment.timestamp() - self.pg.clock.time()))
            self._clock.advance(moment - self.now)
        await self.settled()

    async def settled(self) -> None:
        """Wait until the bot has no work under way."""
        await self.bot.router.idle()
        await self.bot.alarm.idle()
        await self.bot.computers.idle()
        await self.bot.announcer.idle()


@asynccontextmanager
async def world(directory: Path, seed: str) -> AsyncIterator[World]:
    """Run a playground and a bot with its database in `directory`; randomness comes from the seed. Closes both at the
    end."""
    clock = MovedClock(stands=START)
    async with Playground(speed=math.inf, validate=False, kept=_KEPT) as pg:
        pg.clock.ahead = START.timestamp() - time.time()
        settings = Settings(
            discord=Discord(token=SecretStr(pg.token), api_url=pg.api_url, gateway_url=pg.gateway_url),
            storage=Storage(path=directory / "adepts.sqlite3"),
        )
        bot = AdeptsBot(
            settings,
            clock=clock,
            delay=partial(like_a_person, rng=Random(f"{seed}/passes")),
            rest=Rest(attempts=3, pause=0.01, timeout=10.0),
            studio=NoStudio(),
            retry=600.0,
            guild_ready_timeout=0.01,
        )
        with _quiet(), _discord_at(pg, settings):
            running = asyncio.create_task(bot.start(pg.token))
            try:
                await pg.gateway.wait_connected()
                await bot.wait_until_ready()
                yield World(pg, bot, clock)
            finally:
                await bot.close()
                await asyncio.gather(running, return_exceptions=True)


@contextmanager
def _quiet() -> Iterator[None]:
    """Log errors only: over months there are many warnings about things that are as they should be."""
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.ERROR)
    try:
        yield
    finally:
        root.setLevel(before)


@contextmanager
def _discord_at(pg: Playground, settings: Settings) -> Iterator[None]:
    """Let discord.py use the playground and its clock, so that tokens that live for a quarter of an hour do so in
    simulated time too."""
    gateway, route = discord.gateway.DiscordWebSocket, discord.http.Route
    before = route.BASE, gateway.DEFAULT_GATEWAY, discord.utils.utcnow
    route.BASE, gateway.DEFAULT_GATEWAY = settings.discord.api_url, yarl.URL(settings.discord.gateway_url)
    discord.utils.utcnow = lambda: datetime.fromtimestamp(pg.clock.time(), UTC)
    try:
        yield
    finally:
        route.BASE, gateway.DEFAULT_GATEWAY, discord.utils.utcnow = before
