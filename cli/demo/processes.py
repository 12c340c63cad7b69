"""The stage with several bots on one database, each with a shard of its own, or as a spare for another's."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from pathlib import Path
from random import Random
from typing import Any

from bot.gateway.shards import Shards
from cli.child import BotProcess
from cli.demo.stage import CHANNEL, Stage
from playground import Playground
from playground.world.models import Guild
from storage import Server, Share

_WITHIN = 180.0
_AGAIN = 0.05


def guild_of(pg: Playground, shard: int, count: int) -> Guild:
    """A server that this shard is told of: by the time in its id."""
    while True:
        made = pg.guild(f"Server {shard}")
        if Share(shards=count).shard(made.id) == shard:
            return made
        pg.world.delete_guild(made)
        pg.clock.advance(0.001)


class Processes(Stage):
    """Bots named by their shards, which are one each, with a server and a channel for each shard.

    Direct messages are the first one's. `CHANNEL` is in the server of the last.
    """

    def __init__(
        self,
        directory: Path,
        server: Server,
        spans: Sequence[str] = ("0/2", "1/2"),
        *,
        victims: int = 0,
        **stage: Any,
    ) -> None:
        """victims: what the chance comes from by which one is killed."""
        count = Shards.parse(spans[0]).count
        super().__init__(directory, **({"shards": count, "concurrency": count} | stage))
        self.database = server
        self.count = count
        self.bots: dict[str, BotProcess] = {}
        self._spans = spans
        self._rng = Random(victims)

    def _furnish(self) -> None:
        names = [*(f"{CHANNEL}-{shard}" for shard in range(self.count - 1)), CHANNEL]
        self.places = [self.pg.channel(name, guild_of(self.pg, shard, self.count)) for shard, name in enumerate(names)]

    async def start(self) -> None:
        """Start those that do not run, and wait until all shards are there, and commands: telling these may take more
        than one attempt."""
        for span in self._spans:
            if span not in self.bots:
                await self.begin(span)
        try:
            await self.alongside(self.pg.gateway.wait_shards(range(self.count), within=_WITHIN))
            await self.alongside(self._told())
        except BaseException:
            await self._end_all()
            raise

    async def _told(self) -> None:
        """Until Discord knows the commands. Raises TimeoutError."""
        async with asyncio.timeout(_WITHIN):
            while not self.pg.world.app.commands:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(_AGAIN)

    async def begin(self, span: str, name: str = "") -> BotProcess:
        """Start one, under this name, and do not wait."""
        bot = self._made(10_000, span)
        await bot.start()
        self.bots[name or span] = bot
        self.bot = bot
        return bot

    async def kill(self, name: str = "") -> None:
        """End one as `kill -9` does, any if none is named, and wait until its shards are seen to be gone."""
        chosen = name or self._rng.choice(sorted(self.bots))
        gone = {*Shards.parse(chosen).ids} if not name else set()
        left = self.pg.gateway.connected_shards - gone
        await self._end(chosen)
        if not name:
            await self.pg.gateway.wait_shards(left)

    async def stop(self) -> int:
        """Ask all to end; the highest of their statuses."""
        statuses = await asyncio.gather(*(bot.stop() for bot in self.bots.values()))
        for name in [*self.bots]:
            await self._end(name)
        return max(statuses, default=0)

    @property
    def running(self) -> Collection[BotProcess]:
        return self.bots.values()

    async def _end(self, name: str) -> None:
        bot = self.bots.pop(name)
        await bot.kill()
        self.log += bot.lines
        self.bot = next(iter(self.bots.values()), None)

    async def _end_all(self) -> None:
        for name in [*self.bots]:
            await self._end(name)

    async def __aexit__(self, kind: Any, error: Any, trace: Any) -> None:
        try:
            await (self.stop() if kind is None else self._end_all())
        finally:
            await self.pg.stop()
