"""Which games are a process's own: those of the servers on its shards. Others are for the processes that run theirs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """The games of the servers on the shards `ids` of so many. What belongs to no server is the first one's."""

    ids: Collection[int] = (0,)
    shards: int = 1

    @property
    def is_whole(self) -> bool:
        return len(self.ids) == self.shards

    @property
    def leads(self) -> bool:
        """Whether what concerns all processes is done here."""
        return 0 in self.ids

    def __str__(self) -> str:
        return f"{','.join(map(str, sorted(self.ids)))}/{self.shards}"

    def shard(self, guild_id: int | None) -> int:
        """The shard that is told what happens in a server, by Discord's own rule; None: in direct messages, which are
        the first one's."""
        return ((guild_id or 0) >> 22) % self.shards

    def has(self, guild_id: int | None) -> bool:
        return self.shard(guild_id) in self.ids

    def games(self, guild_id: int | None = None) -> str:
        """As a condition on rows of `games`: all of them, or those of one server."""
        if guild_id is not None:
            return f"guild_id = {guild_id:d}" if self.has(guild_id) else "1 = 0"
        if self.is_whole:
            return "1 = 1"
        return f"(coalesce(guild_id, 0) >> 22) % {self.shards} IN ({', '.join(map(str, self.ids))})"

    def rows(self) -> str:
        """As a condition on rows that may have a `game_id`."""
        if self.is_whole:
            return "1 = 1"
        of_none = "game_id IS NULL OR " if self.leads else ""
        return f"({of_none}game_id IN (SELECT id FROM games WHERE {self.games()}))"


WHOLE = Share()
