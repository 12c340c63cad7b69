"""The real bot on the playground, in this process, both by one clock that is moved by hand."""

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
from bot.tables.passing import like_a_person
from playground import Playground

START = datetime(2026, 3, 2, 18, tzinfo=UTC)
"""When every game begins: an evening, so that nobody's first visit is a whole day away."""
_KEPT = 300
"""Entries of logs and feeds that are kept: nobody reads them."""

Work = Callable[[], Awaitable[None]]


class NoStudio(Studio):
    """Draws nothing: everything is in words."""

    async def draw(self, *_: Any, **__: Any) -> None:
        return None

    async def warm(self) -> None:
        """There is nothing to start."""


class World:
    """What happens when: moments are in the order of time, and the bot settles after each. No time really passes."""

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
        """Do this then; at once if that is over."""
        heapq.heappush(self._coming, (max(moment, self.now), next(self._order), work))

    async def run(self, on: Callable[[], Awaitable[bool]], latest: datetime) -> None:
        """Live from moment to moment as long as `on`, asked after each, says so, and until `latest` at most."""
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
        """Let it be that moment; all that is due happens."""
        if moment > self.now:
            self.pg.clock.advance(max(0.0, moment.timestamp() - self.pg.clock.time()))
            self._clock.advance(moment - self.now)
        await self.settled()

    async def settled(self) -> None:
        """Until the bot has nothing under way."""
        await self.bot.router.idle()
        await self.bot.alarm.idle()
        await self.bot.computers.idle()
        await self.bot.announcer.idle()


@asynccontextmanager
async def world(directory: Path, seed: str) -> AsyncIterator[World]:
    """A playground and a bot that keeps its database there; chance comes from the seed. It ends both."""
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
    """Log nothing but errors: in months much is warned of that is as it should be."""
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.ERROR)
    try:
        yield
    finally:
        root.setLevel(before)


@contextmanager
def _discord_at(pg: Playground, settings: Settings) -> Iterator[None]:
    """Let discord.py find the playground, and its clock: what lives for a quarter of an hour does so in weeks too."""
    gateway, route = discord.gateway.DiscordWebSocket, discord.http.Route
    before = route.BASE, gateway.DEFAULT_GATEWAY, discord.utils.utcnow
    route.BASE, gateway.DEFAULT_GATEWAY = settings.discord.api_url, yarl.URL(settings.discord.gateway_url)
    discord.utils.utcnow = lambda: datetime.fromtimestamp(pg.clock.time(), UTC)
    try:
        yield
    finally:
        route.BASE, gateway.DEFAULT_GATEWAY, discord.utils.utcnow = before
