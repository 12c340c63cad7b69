"""What is done when the bot gains or loses access to servers and channels."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from bot.announcer.announcer import Announcer
from bot.announcer.tales import TaleAnnouncer
from bot.delivery.reconcilers import Reconcilers
from storage import Share

_LET_IN, _DOES_MORE, _SEES_LESS, _BEGINS_ANEW = "let in", "does more", "sees less", "begins anew"


class Changes:
    """Has messages updated after each change. No method blocks or raises; since Discord tells each change only once,
    what fails is retried."""

    def __init__(
        self, announcer: Announcer, tale_announcer: TaleAnnouncer, share: Callable[[int], Share], retry: float
    ) -> None:
        """share: returns the games of the servers on this shard. retry: seconds before the first retry."""
        parts = self._parts = announcer, tale_announcer
        self._changes: Mapping[str, Callable[[int], Awaitable[object]]] = {
            _LET_IN: lambda guild_id: asyncio.gather(*(part.let_in(guild_id) for part in parts)),
            _DOES_MORE: lambda guild_id: asyncio.gather(*(part.let_do_more(guild_id) for part in parts)),
            _SEES_LESS: lambda guild_id: announcer.look_for_calls(guild_id=guild_id),
            _BEGINS_ANEW: lambda shard_id: self._look_around(share(shard_id)),
        }
        self._reconcilers = Reconcilers(self._do, retry)
        """By the id of the server or shard, and by change."""

    def let_in(self, guild_id: int) -> None:
        """Take note that a server has let the bot in, maybe again."""
        self._reconcilers.poke(str(guild_id), _LET_IN)

    def does_more(self, guild_id: int) -> None:
        """Take note that the bot may do more in a server than before."""
        self._reconcilers.poke(str(guild_id), _DOES_MORE)

    def sees_less(self, guild_id: int) -> None:
        """Take note that the bot may see less of a server than before, or was removed from it."""
        self._reconcilers.poke(str(guild_id), _SEES_LESS)

    def begins_anew(self, shard_id: int) -> None:
        """Take note that a shard has a new session, and nothing was told of what was lost before."""
        self._reconcilers.poke(str(shard_id), _BEGINS_ANEW)

    async def _do(self, about: str, change: str) -> None:
        await self._changes[change](int(about))

    async def _look_around(self, share: Share) -> None:
        """Find out in the servers of this share where the bot may do more than before, and where it sees less."""
        await asyncio.gather(*(part.let_do_more(share=share) for part in self._parts))
        announcer, _ = self._parts
        announcer.write_again()
        await announcer.look_for_calls(share=share)

    async def idle(self) -> None:
        """Wait until nothing is running; scheduled retries do not count."""
        await self._reconcilers.idle()

    async def stop(self) -> None:
        await self._reconcilers.stop()
