"""A sharded discord.py client whose shards do not wait for one that cannot connect.

discord.py itself connects its shards one after the other, retries each until it is connected, and begins one session in
five seconds, however many Discord allows at once. A shard that reconnects waits until all others are connected, and for
each other shard that reconnects before it.
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
"""Seconds between two shards that begin a session in the same rate-limit queue. Discord requires five between sessions;
the rest is slack, as one shard may take longer to connect than the next."""
_CONNECTS_WITHIN = 30.0
_SAYS_WITHIN = 20.0
"""Seconds without an answer from Discord after which a shard counts as `unheard`. Less than `_CONNECTS_WITHIN`."""
_LONGEST = 300.0
"""Longest pause in seconds before a shard that keeps failing tries again: long enough that a day's thousand sessions
suffice."""


class NotDiscord(Exception):
    """What answers in Discord's place is something else, such as the page of a proxy."""


class ShardedClient(discord.AutoShardedClient):
    """An AutoShardedClient whose shards connect independently. Call `find_shards` in `setup_hook`.

    span: the shards of this process; None: all. count: the total number of shards; None: as many as Discord recommends.
    identify: seconds between two sessions that begin in the same queue.
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
        self._unasked = 0
        """How many sessions may begin before Discord is asked again how many are left."""
        self._turns: list[Turns] = []
        self._tries = Counter[int]()
        """How often each shard has tried to reconnect since it last had a session."""
        self._connecting = Tasks()
        self.connected: set[int] = set()
        """The shards that have a session now."""
        self.reached: list[Callable[[], object]] = []
        """Callbacks for when a shard begins or resumes its session; they must not block or raise."""
        self.unheard: set[int] = set()
        """The shards that wait for a session, and to which Discord has said nothing for `_SAYS_WITHIN` seconds."""
        self._awaited: dict[int, asyncio.TimerHandle] = {}
        self._greeted = set[int]()
        """The shards that have been told which servers the bot is in."""
        self._informed = set[int]()
        """The shards that have been told what their servers have, in their present session."""
        self._parse_ready = self._connection.parsers["READY"]
        self._connection.parsers["READY"] = self._greeted_by

    async def login(self, token: str) -> None:
        """Log in, and then call `setup_hook`. Raises NotDiscord besides what discord.py raises."""
        try:
            await super().login(token)
        except (TypeError, ValueError, LookupError) as error:
            if self.user is not None or isinstance(error, aiohttp.ClientError):  # not in reading who we are
                raise
            raise NotDiscord from error

    async def find_shards(self) -> None:
        """Ask Discord how many shards there should be and how many sessions may begin, and set `span`. Raises
        GatewayNotFound."""
        recommended, _, limits = await self.http.get_bot_gateway()
        self.span = self._wanted or Shards.all_of(recommended)
        self.shard_count, self.shard_ids = self.span.count, list(self.span.ids)
        self._unasked = _share(limits["remaining"])
        self._turns = [Turns(self._every) for _ in range(max(1, limits["max_concurrency"]))]
        log.info(
            "shards", extra={"shards": self.span, "recommended": recommended, "sessions_left": limits["remaining"]}
        )

    async def launch_shards(self) -> None:
        """Start connecting all shards of `span`, without waiting for them."""
        self._connection.shard_count, self._connection.shard_ids = self.span.count, self.span.ids
        for shard_id in self.span.ids:
            self._connecting.begin(self._launch(shard_id), f"shard {shard_id}")

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Try again to launch a shard, without holding up the others. discord.py calls this when a launch has
        failed."""
        self._connecting.begin(self._launch(shard_id), f"shard {shard_id}")

    async def _launch(self, shard_id: int) -> None:
        await self._may_begin(shard_id)
        self._await_word(shard_id, "HELLO")
        # Always the configured gateway: the URL that Discord returns would bypass a proxy in between.
        await super().launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard_id)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Run all shards like discord.py's `connect`, but let those that reconnect do so independently of each other.

        Raises ConnectionClosed where Discord refuses the bot or its shards, and whatever error ends a shard.
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
        """Reconnect a shard that has lost its session: at once the first time, then with exponential backoff."""
        shard: Any = item.shard
        tries = self._tries[shard.id]
        self._tries[shard.id] += 1
        pause = min(2.0 ** min(tries, 10), _LONGEST / IDENTIFY_EVERY) if tries else 0.0
        if item.type != EventType.resume:
            pause += random.random()  # jitter: the sessions of other shards may have ended at the same moment
        await asyncio.sleep(pause * self._every)
        if item.type == EventType.resume:
            self._await_word(shard.id, "RESUMED")
            await shard.reidentify(item.error)
            return
        await self._may_begin(shard.id)
        self._await_word(shard.id, "HELLO")
        await (shard.reidentify(item.error) if item.type == EventType.identify else shard.reconnect())

    async def _may_begin(self, shard_id: int) -> None:
        """Wait until this shard may begin a session. A bot that exceeds the daily number loses its token.

        Other processes begin sessions of the same bot, so Discord is asked ever more often as the number goes down.
        """
        while self._unasked <= 0:
            try:
                limits = await self.fetch_session_start_limits()
            except (discord.DiscordException, aiohttp.ClientError, OSError):
                await asyncio.sleep(IDENTIFY_EVERY)
                continue
            self._unasked = _share(limits.remaining)
            if limits.remaining <= 0:
                seconds = limits.reset_after / 1000
                log.error("Discord allows no more sessions today", extra={"seconds": seconds})
                await asyncio.sleep(max(1.0, seconds))
        self._unasked -= 1
        await self.turn(shard_id % len(self._turns))

    async def turn(self, queue: int) -> None:
        """Wait until a session may begin in one of Discord's rate-limit queues.

        Only shards of this process take turns here; a subclass that knows of other processes includes those.
        """
        await self._turns[queue].wait()

    async def may_do_more(self, guild: discord.Guild) -> None:
        """Called when the bot may do more in a server than before, as its permissions or visible channels have
        grown, or a thread was unlocked."""

    async def sees_less(self, guild_id: int) -> None:
        """Called when the bot may see less of a server than before: a channel or thread was deleted or hidden, or the
        bot was removed."""

    async def begins_anew(self, shard_id: int) -> None:
        """Called when a shard has begun a session and knows its servers: of what has changed since its last session
        Discord tells nothing else."""

    def knows(self, guild_id: int) -> bool:
        """Return whether Discord has told us if the bot is in this server."""
        return (guild_id >> 22) % (self.shard_count or 1) in self._greeted

    def _greeted_by(self, data: Any) -> None:
        """Take READY. discord.py would keep servers that are not in it any more, as they have removed the bot
        meanwhile."""
        shard_id, listed = data["shard"][0], {int(each["id"]) for each in data["guilds"]}
        gone = [guild for guild in self.guilds if guild.shard_id == shard_id and guild.id not in listed]
        self._parse_ready(data)
        for guild in gone:
            self._connection._remove_guild(guild)
            self.dispatch("guild_remove", guild)

    async def on_shard_ready(self, shard_id: int) -> None:
        await self.begins_anew(shard_id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """discord.py calls this also for each server of a session that begins, which `begins_anew` is about."""
        if guild.shard_id in self._informed:
            await self.sees_less(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.sees_less(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.sees_less(channel.guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """discord.py calls this also for the threads that it knows of a channel that was deleted."""
        await self.sees_less(payload.guild_id)

    async def on_thread_remove(self, thread: discord.Thread) -> None:
        """discord.py calls this when the bot is removed from a thread."""
        await self.sees_less(thread.guild.id)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        await self.may_do_more(channel.guild)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Discord sends this also for a channel that is hidden from the bot, or shown to it again."""
        could, can = before.permissions_for(after.guild.me), after.permissions_for(after.guild.me)
        if not can.is_subset(could):
            await self.may_do_more(after.guild)
        if not could.is_subset(can):  # what it may do with threads decides which it sees
            await self.sees_less(after.guild.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """discord.py calls this for each thread that it gets to know, so also for one that is no longer archived."""
        if not thread.locked:
            await self.may_do_more(thread.guild)

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        if before.locked and not after.locked:
            await self.may_do_more(after.guild)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if after not in after.guild.me.roles:
            return
        if not after.permissions.is_subset(before.permissions):
            await self.may_do_more(after.guild)
        if not before.permissions.is_subset(after.permissions):
            await self.sees_less(after.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self._has_other_roles(role.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Discord reports changes of the bot's own member without the members intent."""
        if after == after.guild.me and {*after.roles} != {*before.roles}:
            await self._has_other_roles(after.guild)

    async def _has_other_roles(self, guild: discord.Guild) -> None:
        """Report both: a role that comes or goes may have allowed or forbidden something in single channels only."""
        await self.may_do_more(guild)
        await self.sees_less(guild.id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait here: `_may_begin` has waited already, and while discord.py waits in this hook nobody reads from
        the socket."""
        if shard_id is not None:
            self._await_word(shard_id, "READY")

    def _await_word(self, shard_id: int, word: str) -> None:
        """Add the shard to `unheard`, and log it, unless Discord says this soon: discord.py waits for some events
        without a timeout."""
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
        if event == "shard_connect":  # a session begins
            self._greeted.add(args[0])
            self._informed.discard(args[0])
        elif event == "shard_ready":
            self._informed.add(args[0])
        elif event == "guild_unavailable":  # as after READY: discord.py would keep channels that are deleted meanwhile
            empty: Any = {"id": args[0].id, "unavailable": True}
            self._connection._add_guild_from_data(empty)
        elif event == "thread_remove" and args[0].is_private():  # discord.py would keep one that is hidden from the bot
            args[0].guild._remove_thread(args[0])
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


def _share(remaining: int) -> int:
    """Return how many of the sessions that are left today may begin before Discord is asked again: a tenth, at least
    one of them."""
    return -(-remaining // 10)
