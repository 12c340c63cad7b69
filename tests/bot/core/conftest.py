"""The real bot on a playground with a real database, and people whose clients wait for what they expect."""

from __future__ import annotations

import asyncio
import math
import os
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl

from bot.answers.replies import Reply
from bot.client import AdeptsBot
from bot.clock import MovedClock
from bot.components.ids import Id
from bot.config import Settings, load
from bot.delivery.budget import Budget, Kind, Route, Urgency
from bot.delivery.reconciler import Reconciler
from bot.delivery.rest import Rest
from bot.gateway.shards import Shards
from bot.incoming import router
from bot.pictures.studio import Studio
from bot.tables import Table
from bot.tables.waiting.calling import PATIENCE
from bot.tales import Live
from playground import Person, Playground
from playground.messaging import interactions
from playground.world.models import Channel
from tests.bot.gallery import Gallery, Settled
from tests.bot.hurry import LONG, hurry
from tests.bot.waiting import HOUR, START

_NAMED = os.environ.get("DISCORD_OPENAPI")
OPENAPI = Path(_NAMED) if _NAMED else None
"""Discord's own OpenAPI document, if one is named: then every body that the bot sends is checked against it."""


NOON = START + 12 * HOUR
"""When tests begin: at noon, so that nobody's quiet hours are near."""

STUDIO, SETTLED = Gallery(), Settled()
"""Shared by all bots of this process: drawing, uploads and registering commands take most of a short test's time."""


class Stage:
    """A playground with the bot on it, which can be stopped and started again on the same database."""

    def __init__(self, pg: Playground, settings: Settings) -> None:
        self.pg = pg
        self.settings = settings
        self.clock = MovedClock()
        self.clock.set(NOON)
        self.delay = timedelta()
        """How long an automatic pass takes."""
        self.pause = 0.0
        """Seconds that a computer player waits where moves are shown one by one."""
        self.studio: Studio = STUDIO
        self.settled = True
        """Whether icons and commands exist at Discord already, as at any start but the first."""
        self.span: Shards | None = None
        """The shards that the bot runs; None for all."""
        self.identify = 0.0
        """Seconds between the starts of two sessions at Discord."""
        self._bot: AdeptsBot | None = None
        self._running: asyncio.Task[None] | None = None

    @property
    def bot(self) -> AdeptsBot:
        assert self._bot is not None
        return self._bot

    async def start(self, whole: bool = True) -> AdeptsBot:
        """Start the bot. `whole`: wait until all its shards are ready, not only until the first is connected."""
        if self.settled:
            await SETTLED.place(self.pg, self.settings.storage.path)
        self._bot = AdeptsBot(
            self.settings,
            span=self.span,
            identify=self.identify,
            clock=self.clock,
            delay=lambda *_: self.delay,
            pause=self.pause,
            rest=Rest(attempts=3, pause=0.01, timeout=5.0, brief=5.0),
            retry=0.05,
            studio=self.studio,
            guild_ready_timeout=0.01,
        )
        await self._bot.__aenter__()  # `stop` is its end
        self._running = asyncio.create_task(self._bot.start(self.pg.token))
        connected = asyncio.create_task(self.pg.gateway.wait_connected())
        await asyncio.wait({self._running, connected}, return_when=asyncio.FIRST_COMPLETED)
        if self._running.done():
            connected.cancel()
            self._running.result()
        if whole:
            await self._bot.wait_until_ready()
        await self._bot.uploads.idle()
        if self.settled and not self._bot.is_closed():
            await SETTLED.keep(self.pg, self._bot)
        return self._bot

    async def stop(self) -> None:
        if self._bot is not None and self._running is not None:
            await self._bot.close()
            await asyncio.gather(self._running, return_exceptions=True)
            self._bot = None

    async def restart(self) -> AdeptsBot:
        await self.stop()
        return await self.start()

    def read(self) -> None:
        """Let the time pass that a person takes to read an answer, so that the next press does not count as a double
        press."""
        self.pg.world.clock.advance(2)

    async def away(self) -> None:
        """Let so much time pass that everybody counts as away, and is called at once."""
        self.clock.advance(PATIENCE)
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until the bot has nothing left to do."""
        await self.bot.router.idle()
        await self.bot.alarm.idle()
        await self.bot.computers.idle()
        await self.bot.changes.idle()
        await self.bot.announcer.idle()
        await self.bot.tale_announcer.idle()
        await self.bot.uploads.idle()


@asynccontextmanager
async def stage_on(
    path: Path, monkeypatch: pytest.MonkeyPatch, seed: str | None, world: Path | None = None, **playground: Any
) -> AsyncIterator[Stage]:
    """Make a stage with its files in the folder `path`. `world` is a playground's saved world; without one there is one
    guild."""
    hurry(monkeypatch)
    monkeypatch.setattr(AdeptsBot, "prepares", False)  # they run at no certain moment
    monkeypatch.setattr(interactions, "ANSWER_WITHIN", LONG)
    async with Playground(**({"speed": math.inf} | playground), document=OPENAPI, file=world) as pg:
        monkeypatch.setattr(discord.http.Route, "BASE", pg.api_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(pg.gateway_url))
        monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", pg.token)
        monkeypatch.setenv("ADEPTS_STORAGE__PATH", str(path / "adepts.sqlite3"))
        STUDIO.begin()  # the studio starts in a folder that outlives the test
        monkeypatch.chdir(path)
        if world is None:
            pg.guild("Guild")
        stage = Stage(pg, load(seed=seed))
        try:
            yield stage
        finally:
            await stage.stop()


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """A stage whose bot has not been started; all chance comes from one seed."""
    async with stage_on(tmp_path, monkeypatch, "core") as made:
        yield made


@pytest.fixture
async def channel(stage: Stage) -> Channel:
    return stage.pg.channel("general")


@pytest.fixture
async def bot(stage: Stage, channel: Channel) -> AdeptsBot:
    return await stage.start()


@pytest.fixture
async def ann(stage: Stage, channel: Channel, bot: AdeptsBot) -> Person:
    return await stage.pg.person("ann")


@pytest.fixture
async def bob(stage: Stage, channel: Channel, bot: AdeptsBot) -> Person:
    return await stage.pg.person("bob")


@pytest.fixture
async def cy(stage: Stage, channel: Channel, bot: AdeptsBot) -> Person:
    return await stage.pg.person("cy")


@pytest.fixture
def busy(bot: AdeptsBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every press is deferred before anything else is done about it."""
    find_table, find_tale, defer = bot.router.find_table, bot.router.find_tale, Reply.defer
    deferred: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)

    async def deferring(reply: Reply) -> None:
        await defer(reply)
        deferred[reply.interaction.id].set()

    async def table(interaction: discord.Interaction[Any], game_id: str) -> Table:
        await deferred[interaction.id].wait()
        return await find_table(interaction, game_id)

    async def tale(interaction: discord.Interaction[Any], wanted: Id) -> Live:
        await deferred[interaction.id].wait()
        return await find_tale(interaction, wanted)

    monkeypatch.setattr(Reply, "defer", deferring)
    monkeypatch.setattr(router, "ANSWER_AFTER", 0.0)
    monkeypatch.setattr(bot.router, "find_table", table)
    monkeypatch.setattr(bot.router, "find_tale", tale)


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[Urgency]:
    """The urgency of each message that is posted from now on."""
    found, admit = list[Urgency](), Budget.admit

    async def noted(budget: Budget, urgency: Urgency, route: Route | None = None) -> None:
        if route is not None and route.kind is Kind.POST:
            found.append(urgency)
        await admit(budget, urgency, route)

    monkeypatch.setattr(Budget, "admit", noted)
    return found


@pytest.fixture
def unretried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No message that Discord refuses is retried by itself."""
    again = Reconciler._again

    def later(reconciler: Reconciler, hopeless: bool = False) -> None:
        again(reconciler, hopeless)
        assert reconciler._timer is not None
        reconciler._timer.cancel()

    monkeypatch.setattr(Reconciler, "_again", later)


Opened = Callable[..., Awaitable[str]]


@pytest.fixture
def opened(stage: Stage, channel: Channel) -> Opened:
    """Opens and starts a table with these people, of Adepts or another `kind`; returns the game's id."""

    async def open_table(*people: Person, kind: str = "adepts", **options: object) -> str:
        host = people[0]
        await host.command(channel, f"{kind} new", **options)
        await host.wait_message(channel, "table")
        for person in people[1:]:
            await person.command(channel, "adepts join")
        await host.command(channel, "adepts start")
        await stage.quiet()
        [row] = await stage.bot.tables.store.games.active()
        return row.id

    return open_table


@pytest.fixture
async def game(opened: Opened, ann: Person, bob: Person) -> str:
    """The id of a running game of Adepts between Ann and Bob."""
    return await opened(ann, bob)
