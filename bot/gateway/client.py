"""discord.py's client of many shards, none of which waits for another that cannot connect.

discord.py connects its shards one after the other, tries the same one again until it is there, and begins one session
in five seconds however many Discord allows at once; a shard that has to come back waits until all others are there,
and for each other that comes back before it.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.shard import EventItem, EventType

from bot.gateway.shards import Shards
from bot.gateway.turns import Turns
from bot.tasks import Tasks

log = logging.getLogger(__name__)

IDENTIFY_EVERY = 5.5
"""Seconds between two shards that come in one of Discord's queues: it wants five between their sessions, and one may
take longer to connect than the next."""
_CONNECTS_WITHIN = 30.0
_SAYS_WITHIN = 20.0
"""Seconds after which it is said that Discord says nothing to who wants a session of it: less than the above."""
_LONGEST = 300.0
"""Seconds before a shard that comes and goes tries again: so few begin that a day's thousand sessions suffice."""


class ShardedClient(discord.AutoShardedClient):
    """`find_shards` must be called in `setup_hook`.

    span: the shards of this process; None: all. count: how many there are in all; None: as many as Discord recommends.
    identify: seconds between two sessions that begin.
    """

    span: Shards

    def __init__(
        self,
        *,
        intents: discord.Intents,
        span: Shards | None = None,
        count: int | None = None,
        identify: float = IDENTIFY_EVERY,
        **options: Any,
    ) -> None:
        super().__init__(intents=intents, shard_connect_timeout=_CONNECTS_WITHIN, **options)
        self._wanted = span or (Shards.all_of(count) if count else None)
        self._every = identify
        self._left = 0
        self._turns: list[Turns] = []
        self._tries = Counter[int]()
        """Of each shard, since it last had a session."""
        self._connecting = Tasks()
        self.connected: set[int] = set()
        """The shards that have a session now."""
        self.reached: list[Callable[[], object]] = []
        """Called when one of them has it, or has it again; they must not block or raise."""
        self.unheard: set[int] = set()
        """Those that have none, and to which Discord has said nothing for long."""
        self._awaited: dict[int, asyncio.TimerHandle] = {}

    async def find_shards(self) -> None:
        """Ask Discord how many shards there should be, and how many may begin. Raises GatewayNotFound."""
        recommended, _, limits = await self.http.get_bot_gateway()
        self.span = self._wanted or Shards.all_of(recommended)
        self.shard_count, self.shard_ids = self.span.count, list(self.span.ids)
        self._left = limits["remaining"]
        self._turns = [Turns(self._every) for _ in range(max(1, limits["max_concurrency"]))]
        log.info("shards", extra={"shards": self.span, "recommended": recommended, "sessions_left": self._left})

    async def launch_shards(self) -> None:
        """Begin to connect all of them."""
        self._connection.shard_count, self._connection.shard_ids = self.span.count, self.span.ids
        for shard_id in self.span.ids:
            self._connecting.begin(self._launch(shard_id), f"shard {shard_id}")

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """discord.py calls this when a shard could not be launched: again, but beside the others."""
        self._connecting.begin(self._launch(shard_id), f"shard {shard_id}")

    async def _launch(self, shard_id: int) -> None:
        await self._may_begin(shard_id)
        self._await_word(shard_id, "HELLO")
        # Wherever Discord is configured to be: what it names itself would pass by a server between.
        await super().launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard_id)

    async def connect(self, *, reconnect: bool = True) -> None:
        """As discord.py does it, but that whoever has to come back comes beside the others.

        Raises ConnectionClosed where Discord refuses the bot or its shards, and what a shard fails of.
        """
        self._reconnect = reconnect
        await self.launch_shards()
        told: asyncio.PriorityQueue[EventItem] = getattr(self, "_AutoShardedClient__queue")  # noqa: B009
        while not self.is_closed():
            item = await told.get()
            if item.shard is not None and item.type in (EventType.resume, EventType.identify, EventType.reconnect):
                self._connecting.begin(self._again(item), f"shard {item.shard.id}")
            elif item.error is not None:
                await self.close()
                raise item.error

    async def _again(self, item: EventItem) -> None:
        """A shard has lost its session: at once, if it had one, else ever more slowly."""
        shard: Any = item.shard
        tries = self._tries[shard.id]
        self._tries[shard.id] += 1
        pause = min(2.0 ** min(tries, 10), _LONGEST / IDENTIFY_EVERY) if tries else 0.0
        if item.type != EventType.resume:
            pause += random.random()  # others whose sessions were ended at the same moment come too
        await asyncio.sleep(pause * self._every)
        if item.type == EventType.resume:
            self._await_word(shard.id, "RESUMED")
            await shard.reidentify(item.error)
            return
        await self._may_begin(shard.id)
        self._await_word(shard.id, "HELLO")
        await (shard.reidentify(item.error) if item.type == EventType.identify else shard.reconnect())

    async def _may_begin(self, shard_id: int) -> None:
        """Until this shard may begin a session: over the day's number Discord takes the token away."""
        while self._left <= 0:
            try:
                limits = await self.fetch_session_start_limits()
            except (discord.DiscordException, aiohttp.ClientError, OSError):
                await asyncio.sleep(IDENTIFY_EVERY)
                continue
            self._left = limits.remaining
            if self._left <= 0:
                seconds = limits.reset_after / 1000
                log.error("Discord allows no more sessions today", extra={"seconds": seconds})
                await asyncio.sleep(max(1.0, seconds))
        self._left -= 1
        await self.turn(shard_id % len(self._turns), self._every)

    async def turn(self, queue: int, every: float) -> None:
        """Until a session may begin in this of Discord's queues, which takes one in so many seconds.

        Here the shards of this process take turns; whoever knows of others has them take part.
        """
        await self._turns[queue].mine()

    async def may_do_more(self, guild: discord.Guild) -> None:
        """Called when we may do more in a server than before."""

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """Also one that we see again."""
        await self.may_do_more(channel.guild)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        me = after.guild.me
        if not after.permissions_for(me).is_subset(before.permissions_for(me)):
            await self.may_do_more(after.guild)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if after in after.guild.me.roles and not after.permissions.is_subset(before.permissions):
            await self.may_do_more(after.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Of ourselves Discord tells without an intent. A role may allow something in single channels alone."""
        if after == after.guild.me and not {*after.roles} <= {*before.roles}:
            await self.may_do_more(after.guild)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """It has waited before it connected: while discord.py waits here, nobody hears what the socket says."""
        if shard_id is not None:
            self._await_word(shard_id, "READY")

    def _await_word(self, shard_id: int, word: str) -> None:
        """Say it should Discord not say this within a while: discord.py waits for some words without an end."""
        self._heard(shard_id)
        self._awaited[shard_id] = self.loop.call_later(_SAYS_WITHIN, self._not_heard, shard_id, word)

    def _not_heard(self, shard_id: int, word: str) -> None:
        if shard_id not in self.unheard:
            self.unheard.add(shard_id)
            log.warning("Discord says nothing to a shard", extra={"shard": shard_id, "awaited": word})

    def _heard(self, shard_id: int) -> None:
        if shard_id in self._awaited:
            self._awaited.pop(shard_id).cancel()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        if event in ("shard_connect", "shard_resumed"):
            self.connected.add(args[0])
            self.unheard.discard(args[0])
            self._heard(args[0])
            del self._tries[args[0]]
            log.info("a shard is connected", extra={"shard": args[0], "connected": len(self.connected)})
            for listener in self.reached:
                listener()
        elif event == "shard_disconnect" and args[0] in self.connected:
            self.connected.discard(args[0])
            log.warning("a shard has lost its connection", extra={"shard": args[0], "connected": len(self.connected)})
        super().dispatch(event, *args, **kwargs)

    async def close(self) -> None:
        for shard_id in list(self._awaited):
            self._heard(shard_id)
        await self._connecting.cancel()
        await super().close()
