"""The bot as Discord knows it: creates its parts, connects, starts and stops them."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from functools import partial
from types import TracebackType
from typing import Any, Self

import aiohttp
import discord
from discord import app_commands

from bot import remembered
from bot.announcer import Announcer
from bot.announcer.changes import Changes
from bot.announcer.channels import Channels
from bot.announcer.tales import TaleAnnouncer
from bot.answers.answering import Answering
from bot.answers.games import refuse
from bot.answers.limits import Limits
from bot.answers.players import PlayerPanels
from bot.answers.screens import Screens
from bot.answers.showing import Showing
from bot.automatic.computers import Computers
from bot.automatic.helping import Helper
from bot.automatic.waiting import alarm_for
from bot.clock import Clock, set_right
from bot.cogs.all import add_all
from bot.commands.tree import Tree, synchronise
from bot.components import forms, items
from bot.config import Settings
from bot.delivery.budget import Budget
from bot.delivery.gate import Gate
from bot.delivery.reconciler import Reconciler
from bot.delivery.rest import Rest
from bot.gateway.client import ShardedClient
from bot.gateway.shards import Shards
from bot.incoming import rights
from bot.incoming.router import Router
from bot.lookups import Lookups
from bot.pictures.icons import Icons
from bot.pictures.studio import Studio
from bot.pictures.uploads import Uploads
from bot.processes.lease import LeaseKeeper, release
from bot.processes.neighbours import Neighbours
from bot.processes.relay import Relay
from bot.reviews import Reviews
from bot.services import Services
from bot.tables import Tables
from bot.tables.planning.passing import Delay, like_a_person
from bot.tales import Tales
from bot.tasks import Tasks
from bot.watch import figures, requests
from bot.watch.watch import Watch
from storage import WHOLE, LeaseLost, Share, Storage, StorageError

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we have nothing to say aloud

DRAIN_SECONDS = 2.0


class AdeptsBot(ShardedClient):
    """`async with AdeptsBot(settings) as bot: await bot.start(token)`; `drain` shuts it down gently.

    span: the shards that this process runs; None: all. clock: the clock that everything goes by. delay: draws how long
    an automatic answer waits. pause: seconds before each move of a computer player, where moves are shown one by one.
    rest: how requests to Discord are retried. retry: seconds before the first retry of a reconciler. studio: where
    pictures are drawn; one that is passed in is not closed.
    """

    prepares = True
    """Whether to prepare in the background what nobody has asked for yet."""
    is_set_up = False
    """Whether `setup_hook` has completed."""
    settles = 2.0
    """Seconds from being ready until the background preparation begins: many people may have waited for the bot."""

    def __init__(
        self,
        settings: Settings,
        *,
        span: Shards | None = None,
        connector: aiohttp.BaseConnector | None = None,
        clock: Clock | None = None,
        delay: Delay = like_a_person,
        pause: float = 1.2,
        rest: Rest | None = None,
        retry: float = 30.0,
        studio: Studio | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            span=span,
            count=settings.discord.shards or None,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            connector=connector,
            http_trace=requests.trace() if settings.metrics.listen else None,
            **options,
        )
        self.settings = settings
        self.clock = clock or Clock()
        self.limits = Limits(self.clock.now)
        self.icons = Icons()
        self.answering = Answering(self.icons, self.limits)
        self.router = Router(self.answering)
        self.lookups = Lookups()
        self.warm = asyncio.Event()
        """Set when the background preparation is complete."""
        self.studio = studio or Studio()
        self._own_studio = studio is None
        self.tree = Tree(
            self,
            self.router,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._delay = delay
        self._pause = pause
        share = span.share if span is not None else 1.0
        most = max(1, int(settings.discord.max_requests * share)) if settings.discord.max_requests else math.inf
        self.rest = replace(
            rest or Rest(budget=Budget(most)), lease_has_run_out=lambda: self.router.lease_has_run_out()
        )
        self._retry = retry
        self._storage: Storage | None = None
        self._has_parts = False
        """Whether `_put_together` has created all parts."""
        self.watch = Watch(self, settings.metrics.address, lambda: self._storage, self._queues)
        self._tasks = Tasks()
        self._starts = list[Reconciler]()
        """What is done once at the start, such as going over all games; retried if the database is away."""
        self._draining: asyncio.Task[None] | None = None
        self._failed: BaseException | None = None
        """The error because of which the bot shuts down, if nobody asked it to."""
        self._ending: asyncio.Task[None] | None = None
        self._starting: asyncio.Task[Any] | None = None
        """What `start` waits for: a task of its own, as `drain` may have to cancel it and wait until it has ended."""

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in and run until shut down. Raises CannotListen, StorageError; LeaseLost if another bot takes over the
        database."""
        await self.watch.start()  # first, so that the bot can be asked how it is while Discord keeps it waiting
        self._starting = asyncio.create_task(super().start(token, reconnect=reconnect))
        try:
            await self._starting
        except asyncio.CancelledError:
            if self._failed is None:
                raise
        if self._failed is not None:
            raise self._failed

    async def setup_hook(self) -> None:
        """Open the database and take up all games; called after the login, before any event.

        Raises StorageError, GatewayNotFound.
        """
        self.http._global_over = Gate(self.rest.timeout)
        await self.find_shards()
        store = await self._take_games()
        self.studio.begin()
        self._put_together(store)
        await self._take_up(store)
        if self.prepares:
            self._tasks.begin(self._warm(), "what is made ready")
        self.is_set_up = True

    async def _take_games(self) -> Storage:
        """Open the database and take the lease of its games, or of those of our shards. Raises StorageError."""
        store = await Storage.open(self.settings.storage.place, now=self.clock.now, wall=self.clock.wall)
        store.time(figures.transaction)
        self._storage = store
        # Without shards of its own a process has all games, however many Discord counts.
        share = Share(self.span.ids, self.span.count) if self._wanted is not None else WHOLE
        keeper = LeaseKeeper(store, share, self.watch)
        await keeper.take()
        self._tasks.begin(self._vital(keeper.keep), "lease")  # the next steps may take longer than the lease lasts
        self.router.lease_has_run_out = lambda: keeper.has_run_out
        await set_right(store, self.clock)
        return store

    def _put_together(self, store: Storage) -> None:
        """Create all parts without starting any."""
        self.tables = Tables(store, clock=self.clock, seed=self.settings.seed, delay=self._delay)
        self.screens = Screens(self.tables.look, self.clock.now, self.answering)
        self.router.refuse = partial(refuse, self.screens, self.tables.cache)
        self.router.stayed = self.screens.stayed
        self.tables.cache.watching, self.tables.cache.pressed = self.screens.shows, self.screens.presses.last
        self.computers = Computers(self.tables, self._pause)
        self.helper = Helper()
        self.reviews = Reviews(self.tables)
        channels = Channels(self, self.rest, self.icons)
        self.access = channels.access
        self.tables.is_gone = self.access.is_gone
        self.announcer = Announcer(
            channels, self.tables, self.studio, self.screens, self.computers.settled, self._retry
        )
        self.tales = Tales(store)
        self.tables.people.forgotten.append(self.tales.clear)
        self.tale_screens = Screens(self.tales.look, self.clock.now, self.answering)
        self.tale_announcer = TaleAnnouncer(
            channels, self.tales, self.studio, self.tale_screens, self.tables.people, self._retry
        )
        self.changes = Changes(
            self.announcer, self.tale_announcer, lambda shard_id: Share((shard_id,), self.span.count), self._retry
        )
        self.alarm = alarm_for(self.tables, self.computers, lambda: Share(tuple(self.connected), self.span.count))
        self.reached.append(self.alarm.poke)
        self.uploads = Uploads(self, store.meta, self.studio, self.icons, self.rest, self._retry)
        self.router.find_table = partial(rights.find_table, self.tables)
        self.router.find_tale = partial(rights.find_tale, self.tales)
        add_all(self._services())
        self.add_dynamic_items(items.people_select(self.router.press))
        self.relay = Relay(self.tables, self._connection.parsers["INTERACTION_CREATE"], self.router.under_way)
        self._connection.parsers["INTERACTION_CREATE"] = self.relay.arrived
        self.router.hand_over = self.relay.hand_over
        self._has_parts = True

    def _services(self) -> Services:
        showing = Showing(self.studio, self.tables, self._tasks)
        return Services(
            client=self,
            tree=self.tree,
            router=self.router,
            rest=self.rest,
            access=self.access,
            lookups=self.lookups,
            studio=self.studio,
            tables=self.tables,
            screens=self.screens,
            showing=showing,
            panels=PlayerPanels(showing, self.screens, self.helper),
            announcer=self.announcer,
            computers=self.computers,
            helper=self.helper,
            reviews=self.reviews,
            tales=self.tales,
            tale_screens=self.tale_screens,
            tale_announcer=self.tale_announcer,
        )

    async def _take_up(self, store: Storage) -> None:
        """Start all parts, and take up what was left when the bot last stopped. Raises StorageError."""
        neighbours = Neighbours(self.tables, self.relay, self.alarm.poke)
        self._tasks.begin(self._vital(neighbours.listen), "neighbours")
        if store.share.leads:
            telling = Reconciler("commands", partial(synchronise, self.tree, store.meta, self.rest), self._retry)
            self._starts.append(telling)
            telling.poke()
            await telling.once()
        await self.uploads.start(store.share.leads)
        for part in (self.announcer, self.tale_announcer, self.computers):
            start = Reconciler(f"start of {type(part).__name__.lower()}", part.start, self._retry)
            self._starts.append(start)
            start.poke()
        await self.alarm.start()

    async def _warm(self) -> None:
        """Prepare what the first person to ask would have to wait for: once the bot is ready, and while nobody
        waits."""
        await self.wait_until_ready()
        await asyncio.sleep(self.settles)
        await self.studio.rehearse()
        await self.lookups.make_all(self.router.idle)
        self.warm.set()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch nothing once closed: discord.py may still wait for guilds, and its "ready" would then fail."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hand presses, choices and forms to the router, whatever version made their ids. A choice of people is a
        dynamic item."""
        data: Any = interaction.data
        match interaction.type:
            case discord.InteractionType.modal_submit:
                await self.router.press(interaction, data["custom_id"], fields=forms.filled(data))
            case discord.InteractionType.component if not items.takes(data["custom_id"]):
                await self.router.press(interaction, data["custom_id"], tuple(data.get("values", ())))

    async def on_ready(self) -> None:
        log.info("ready", extra={"guilds": len(self.guilds), "shards": self.span})

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.changes.let_in(guild.id)

    async def may_do_more(self, guild: discord.Guild) -> None:
        self.changes.does_more(guild.id)

    async def sees_less(self, guild_id: int) -> None:
        self.changes.sees_less(guild_id)

    async def begins_anew(self, shard_id: int) -> None:
        self.changes.begins_anew(shard_id)

    async def drain(self) -> None:
        """Take no more work, finish what is running, then close. A second call waits for the same shutdown."""
        if self._draining is None:
            self._draining = asyncio.create_task(self._drain())
        await asyncio.shield(self._draining)

    async def _drain(self) -> None:
        self.watch.stopping()
        if self._starting is not None and not self.is_set_up:  # else the start would fail on closed parts
            self._starting.cancel()
            await asyncio.wait({self._starting})
        if self._storage is not None:
            self._storage.hurry()
        try:
            await self._finish()
        finally:
            await self._let_go()

    async def _finish(self) -> None:
        """Finish what is running, as far as that is soon done."""
        if not await self.router.drain(DRAIN_SECONDS):
            log.warning("some answers were not finished in time")
        if self._has_parts:
            await self.uploads.stop()
            await asyncio.gather(self.changes.stop(), *(start.stop() for start in self._starts))
            await self.alarm.stop()
            await asyncio.gather(self.computers.stop(), self.helper.close())
            await self.reviews.close()
            await asyncio.gather(self.announcer.stop(DRAIN_SECONDS), self.tale_announcer.stop(DRAIN_SECONDS))
        await self._tasks.cancel()

    async def _let_go(self) -> None:
        """Let go of Discord, the studio and the database, so that the next bot need not wait for its lease. Each is let
        go of whatever became of the others: an open database would keep the process from ending."""
        async with AsyncExitStack() as stack:  # from the last to the first
            stack.push_async_callback(self.watch.stop)
            if self._storage is not None:
                stack.push_async_callback(self._storage.close)
                stack.push_async_callback(release, self._storage)
            if self._own_studio:
                stack.push_async_callback(self.studio.close)
            await super().close()

    async def close(self) -> None:
        await self.drain()
        await super().close()

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def turn(self, queue: int) -> None:
        """Wait for a turn to begin a session. Discord counts the sessions of all processes, so those that share a
        database share their turns."""
        store = self._storage
        if store is None or store.share.is_whole:
            await super().turn(queue)
            return
        try:
            wait = await store.meta.turn(remembered.session(queue), timedelta(seconds=self._every))
        except StorageError as error:
            log.warning("the other processes cannot be asked for a turn", extra={"problem": str(error)})
            await super().turn(queue)
        else:
            await asyncio.sleep(wait.total_seconds())

    def _queues(self) -> dict[str, int]:
        """Return how much is running or waiting, by the name of the queue."""
        lengths = {**self.router.queues, "drawings": self.studio.waiting}
        if self._storage is not None and self._has_parts:
            lengths |= {**self.announcer.queues, "thinking": self.computers.thinking + self.helper.thinking}
            lengths["transactions"] = self._storage.waiting
        return lengths

    async def _vital(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run work that the bot depends on: if it fails, nothing done here can be relied on any more, and the bot shuts
        down."""
        try:
            await work()
        except Exception as problem:
            if not isinstance(problem, LeaseLost):
                log.critical("a part of the bot failed", exc_info=problem)
            if self._ending is None:
                self._failed = problem
                self._ending = asyncio.create_task(self.close())
