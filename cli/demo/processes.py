"""A stage with several bots on one database, each running a shard of its own, or standing by for another's."""

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
    """Make a server whose events this shard gets: the shard follows from the time in the server's id."""
    while True:
        made = pg.guild(f"Server {shard}")
        if Share(shards=count).shard(made.id) == shard:
            return made
        pg.world.delete_guild(made)
        pg.clock.advance(0.001)


class Processes(Stage):
    """Bots named by their shards, one each, with a server and a channel for each shard.

    Direct messages go to the first shard. `CHANNEL` is in the last shard's server.
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
        """victims: seed of the random choice of which bot is killed."""
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
        """Start the bots that are not running; wait until all shards are connected and the commands registered, which
        may take more than one attempt."""
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
        """Wait until Discord knows the commands. Raises TimeoutError."""
        async with asyncio.timeout(_WITHIN):
            while not self.pg.world.app.commands:  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(_AGAIN)

    async def begin(self, span: str, name: str = "") -> BotProcess:
        """Start a bot under this name, without waiting for it to connect."""
        bot = self._made(10_000, span)
        await bot.start()
        self.bots[name or span] = bot
        self.bot = bot
        return bot

    async def kill(self, name: str = "") -> None:
        """Kill a bot as `kill -9` does, a random one if none is named; then wait until its shards are seen to be
        gone."""
        chosen = name or self._rng.choice(sorted(self.bots))
        gone = {*Shards.parse(chosen).ids} if not name else set()
        left = self.pg.gateway.connected_shards - gone
        await self._end(chosen)
        if not name:
            await self.pg.gateway.wait_shards(left)

    async def stop(self) -> int:
        """Ask all bots to stop; return the highest exit status."""
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
