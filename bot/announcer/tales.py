"""Says when which message of a tale is written: its status, rolls, links in other channels, and letters."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from cachetools import LRUCache

from bot.announcer.channels import Channels
from bot.announcer.letters import Letters
from bot.announcer.posts import Posts
from bot.announcer.tale_links import Links
from bot.announcer.tale_posts import TalePosts
from bot.announcer.tale_status import STATUS, Statuses
from bot.answers.screens import Screens
from bot.delivery.failures import Failures
from bot.delivery.reconcilers import Reconcilers
from bot.delivery.rest import Asleep, Gone, Refused
from bot.pictures.studio import Studio
from bot.tables.errors import NoGame, Refusal
from bot.tables.people import People
from bot.tales import Live, Tales
from storage import Share

log = logging.getLogger(__name__)

_SCREENS, _TIDY, _LETTERS = "screens", "tidy", "letters"
_NOTED = 1024


class TaleAnnouncer:
    """Keeps all messages of tales up to date: `poke` it when a tale has changed. That never blocks and never raises."""

    def __init__(
        self,
        channels: Channels,
        tales: Tales,
        studio: Studio,
        screens: Screens,
        people: People,
        retry: float,
    ) -> None:
        self._tales = tales
        self._reconcilers = Reconcilers(lambda tale_id, kind: self._bring[kind](tale_id), retry)
        poking = self._reconcilers.poking
        posts = self._posts = Posts(channels, tales.store.tale_messages, self._server, poking(_TIDY))
        self._tale_posts = TalePosts(posts, people, studio, self.poke)
        self._statuses = Statuses(posts, channels)
        self._links = Links(posts)
        self._letters = Letters(posts, people, self.poke)
        self._showed: LRUCache[str, int] = LRUCache(_NOTED)
        """By tale id, the number of the last entry that the channel was shown."""
        self._bring: Mapping[str, Callable[[str], Awaitable[None]]] = {
            STATUS: self._show,
            _SCREENS: screens.bring,
            _LETTERS: self._write,
            _TIDY: self._tidy,
        }
        tales.changed.append(self.poke)
        screens.listen(poking(_SCREENS))

    def poke(self, tale_id: str) -> None:
        """Compare all messages of this tale, because something has changed there."""
        self._reconcilers.poke(tale_id, _LETTERS, STATUS, _SCREENS)

    def anew(self, tale_id: str) -> None:
        """Post the status message again, at the bottom of the channel."""
        self._statuses.anew(tale_id)
        self.poke(tale_id)

    async def start(self) -> None:
        """Go over all tales whose messages may be out of date, some at a time."""
        await self._reconcilers.go_over(await self._tales.store.tales.not_shown(), self.poke)

    async def let_in(self, guild_id: int) -> None:
        """Update the tales of a server that has invited the bot, maybe again: their messages may be long out of
        date."""
        for tale_id in await self._tales.store.tales.not_shown(guild_id):
            self.poke(tale_id)

    async def let_do_more(self, guild_id: int | None = None, share: Share | None = None) -> None:
        """Retry what was refused in this server, or in those of this share, because the bot may do more there than
        before."""
        self._reconcilers.try_again(await self._tales.store.tales.going(guild_id=guild_id, share=share))

    async def idle(self, tale_id: str | None = None, within: float | None = None) -> None:
        """Wait until nothing is running (in this tale, if given), for at most so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._reconcilers.idle(tale_id)

    async def stop(self, seconds: float = 2.0) -> None:
        """Finish what is being written, within so many seconds; the rest is compared again at the next start."""
        await self._reconcilers.stop(seconds)

    async def link(self, live: Live) -> str:
        """Return the address of the status message; "" if there is none, or if its channel is deleted."""
        return await self._statuses.link(live)

    async def _write(self, tale_id: str) -> None:
        """Update the letters, then run `_show` again: the tale counts as shown only once its letters are sent."""
        with suppress(Refusal):
            await self._letters.bring(await self._tales.look(tale_id))
            if not self._reconcilers.of(tale_id, STATUS).busy:  # else the run under way will see it
                self._reconcilers.poke(tale_id, STATUS)

    async def _tidy(self, tale_id: str) -> None:
        """Delete the messages that are to go, then run `_show` again: the tale counts as shown only once they are
        deleted."""
        with suppress(Refusal):
            await self._posts.tidy(tale_id)
            self._reconcilers.poke(tale_id, STATUS)

    async def _show(self, tale_id: str) -> None:
        """Update what channels see, and store up to which entry they show the tale."""
        try:
            live = await self._tales.look(tale_id)
        except Refusal as refusal:
            self._tale_posts.forget(tale_id)
            if not isinstance(refusal, NoGame):
                log.warning("a tale is not shown", extra={"tale": tale_id})
            return
        failures = Failures()
        try:
            await self._tale_posts.bring(live, self._shown(live), failures)
            await self._statuses.bring(live)
        except Gone:
            if not (await self._links.bring(live, "") and live.is_over):
                raise
            await self._posts.forget_all(tale_id)  # the place in which to show the end is gone
            return
        except Refused:
            await self._links.bring(live, await self.link(live))
            raise
        awake = await self._links.bring(live, await self.link(live) if live.is_over else "")
        failures.raise_kept()
        if not self._tale_posts.wait(live.id):
            is_done = awake and await self._posts.is_tidy(live.id) and self._is_written(live.id)
            self._showed[live.id] = live.row.sequence  # if not all is done, a start looks at its last entry again
            self._tales.store.tales.set_shown(live.id, live.row.sequence - (not is_done))
        if not awake:
            raise Asleep("locked")

    def _is_written(self, tale_id: str) -> bool:
        """Return whether all letters are sent."""
        return self._reconcilers.are_done(tale_id, [_LETTERS]) and not self._letters.wait(tale_id)

    async def _server(self, tale_id: str) -> int | None:
        return (await self._tales.look(tale_id)).row.guild_id

    def _shown(self, live: Live) -> int:
        """Return the number of the last entry that the channel was shown; a smaller number does no harm."""
        return self._showed.get(live.id, live.row.shown or 0)
