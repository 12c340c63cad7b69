"""Which games are a process's own: those of the servers on its shards. The others belong to other processes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """The games of the servers on the shards `ids`, out of `shards` in all. Games outside servers belong to shard 0."""

    ids: Collection[int] = (0,)
    shards: int = 1

    @property
    def is_whole(self) -> bool:
        return len(self.ids) == self.shards

    @property
    def leads(self) -> bool:
        """Whether this process does what is to be done once for all processes."""
        return 0 in self.ids

    def __str__(self) -> str:
        return f"{','.join(map(str, sorted(self.ids)))}/{self.shards}"

    def shard(self, guild_id: int | None) -> int:
        """Return the shard that gets a server's events, by Discord's own rule; 0 for direct messages (None)."""
        return ((guild_id or 0) >> 22) % self.shards

    def has(self, guild_id: int | None) -> bool:
        return self.shard(guild_id) in self.ids

    def games(self, guild_id: int | None = None) -> str:
        """Return a SQL condition for rows of `games` that belong to this share: all of them, or those of one server."""
        if guild_id is not None:
            return f"guild_id = {guild_id:d}" if self.has(guild_id) else "1 = 0"
        if self.is_whole:
            return "1 = 1"
        return f"(coalesce(guild_id, 0) >> 22) % {self.shards} IN ({', '.join(map(str, self.ids))})"

    def rows(self, column: str = "game_id") -> str:
        """Return a SQL condition for rows with a game's id, which may be NULL, that belong to this share. Each row's
        own game is looked at: a list of the share's games would be one of all that ever ended."""
        if self.is_whole:
            return "1 = 1"
        of_none = f"{column} IS NULL OR " if self.leads else ""
        return f"({of_none}(SELECT {self.games()} FROM games WHERE games.id = {column}))"


WHOLE = Share()
