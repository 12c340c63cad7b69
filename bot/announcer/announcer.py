"""Says when which message of a game is written: each message has a reconciler, which runs when the game changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from bot import remembered
from bot.announcer.boards import Boards
from bot.announcer.channels import Channels
from bot.announcer.direct import DirectMessages
from bot.announcer.mentions import Mentions
from bot.announcer.notices import Notices
from bot.announcer.posts import BOARD, GOING, TURN, Posts
from bot.announcer.trace import LINE, Trace
from bot.answers.screens import Screens
from bot.delivery.budget import Kind, Route, Urgency
from bot.delivery.failures import Failures
from bot.delivery.lull import Lull
from bot.delivery.reconcilers import Reconcilers
from bot.delivery.rest import Gone, Later, Out
from bot.pictures.studio import Studio
from bot.program import program
from bot.tables import Table, Tables
from bot.tables.errors import NoGame
from storage import Message, Share, Status

log = logging.getLogger(__name__)

Bring = Callable[[str], Awaitable[None]]

_SCREENS, _NOTICES, _DIRECT, _TIDY = "screens", "notices", "direct", "tidy"


class Announcer:
    """Keeps all messages of games up to date: `poke` it when a game has changed. That never blocks and never raises."""

    patience = 1.0
    """Seconds that private messages wait for the board, so that they come below it, and that the board waits for
    computer players."""

    def __init__(
        self,
        channels: Channels,
        tables: Tables,
        studio: Studio,
        screens: Screens,
        settled: Callable[[str, float], Awaitable[None]],
        retry: float,
    ) -> None:
        """settled: waits until the computer players have nothing to do in a game, for at most so many seconds. retry:
        seconds before the first retry."""
        self._channels = channels
        self._tables = tables
        self._settled = settled
        self._reconcilers = Reconcilers(self._work, retry, self._rested)
        self._lull = Lull(answers=screens.presses.is_answering)
        self._gone_over = asyncio.Event()
        """Clear while `start` goes over games; set otherwise."""
        self._gone_over.set()
        self._comparing = set[str]()
        """Ids of the games that changed, and whose messages do not all show it yet."""
        poking = self._reconcilers.poking
        posts = self._posts = Posts(channels, tables.store.messages, self._server, poking(_TIDY))
        # calls link to the newest board, and open panels stand below it
        self._boards = Boards(posts, tables, studio, poking(TURN, _DIRECT, _SCREENS))
        self._mentions = Mentions(posts, tables, self._board_at_hand)
        self._notices = Notices(posts, tables, poking(_NOTICES))
        self._trace = Trace(posts, tables)
        self._direct = DirectMessages(posts, tables, studio, poking(TURN))
        self._screens = screens
        self._compared: Mapping[str, Bring] = {
            LINE: self._trace.bring,
            BOARD: self._told_if_refused(BOARD, self._board),
            TURN: self._told_if_refused(TURN, self._mentions.bring),
            _NOTICES: self._notices.bring,
            _DIRECT: self._direct.bring,
            _SCREENS: self._bring_screens,
        }
        """What is brought up to date after every change, by kind."""
        self._bring: Mapping[str, Bring] = {**self._compared, _TIDY: self._tidy}
        """All kinds. `_TIDY` is poked by whoever finds that a message is to be deleted."""
        tables.listen(self.poke)
        screens.listen(poking(_SCREENS))

    def poke(self, game_id: str) -> None:
        """Compare all messages of this game, because something has changed there."""
        if self._reconcilers.closed:
            return
        self._comparing.add(game_id)
        self._tables.cache.mark(game_id, shown=False)  # if this is never done, the next start goes over it
        self._reconcilers.poke(game_id, *self._compared)

    def anew(self, game_id: str) -> None:
        """Post the board again, at the bottom of the channel."""
        self._boards.anew(game_id)
        self.poke(game_id)

    async def start(self) -> None:
        """Go over the games whose messages may be out of date, some at a time; over all, if messages look different now
        because the program or its icons have changed."""
        games, meta = self._tables.store.games, self._tables.store.meta
        key = remembered.looks(self._tables.store.share)
        self._gone_over.clear()
        try:
            looks = await self._looks()
            anew = await meta.get(key) != looks
            await self._reconcilers.go_over(await games.to_tell(told=anew), self.poke)
            if anew and not self._reconcilers.closed:
                await meta.set(key, looks)
        finally:
            self._gone_over.set()

    async def let_in(self, guild_id: int) -> None:
        """Update the games of a server that has invited the bot, maybe again: their boards may be missing or long out
        of date."""
        for row in await self._tables.store.games.active(guild_id):
            self.poke(row.id)
        self.write_again()

    def write_again(self) -> None:
        """Call by direct message those who shared no server with the bot: it, or they, may be in one again."""
        for game_id in self._direct.try_again():
            self._reconcilers.poke(game_id, _DIRECT)

    async def let_do_more(self, guild_id: int | None = None, share: Share | None = None) -> None:
        """Retry what was refused in this server, or in those of this share, because the bot may do more there than
        before."""
        there = await self._tables.store.games.to_tell(told=True, guild_id=guild_id, share=share)
        self._reconcilers.try_again(there)
        for game_id in {*there}.intersection(self._boards.in_words):
            with suppress(NoGame):
                row = (await self._tables.look(game_id)).row
                if self._channels.access.takes_files(row.channel_id):
                    self._boards.try_pictures(game_id)
                    self._reconcilers.poke(game_id, BOARD)

    async def look_for_calls(self, guild_id: int | None = None, share: Share | None = None) -> None:
        """Call by direct message those whose mention is gone with its channel: in this server, or in those of this
        share, where the bot may see less than before. Raises Later if Discord does not say of one whether it is
        gone."""
        failures = Failures()
        for each in await self._tables.store.games.posted(TURN, GOING, guild_id=guild_id, share=share):
            with failures.kept(Later):
                if await self._channels.access.has_lost(each.guild_id, each.channel_id):
                    await self._mentions.lose(each.game_id, each.channel_id)
                    self.poke(each.game_id)
            await asyncio.sleep(0)  # there may be thousands
        failures.raise_kept()

    async def _looks(self) -> str:
        """Return what messages look like, whatever their games show: it differs with another program or other icons."""
        return f"{await asyncio.to_thread(program)} {self._channels.icons}".strip()

    async def idle(self, game_id: str | None = None, within: float | None = None) -> None:
        """Wait until nothing is running (in this game, or at all), for at most so many seconds.

        What `start` has yet to go over counts as running; scheduled retries do not.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                if game_id is None:
                    await self._gone_over.wait()
                await self._reconcilers.idle(game_id)

    @property
    def queues(self) -> dict[str, int]:
        """How many messages are being updated, how many retries are scheduled, and how many requests wait for their
        turn."""
        known = self._reconcilers
        return {"messages": known.busy, "retries": known.retrying, "requests": self._channels.budget.waiting}

    async def board_shown(self, game_id: str) -> None:
        """Wait until the board shows what is true, for at most `patience` seconds."""
        await self._reconcilers.of(game_id, BOARD).idle(self.patience)

    async def board_above(self, game_id: str) -> None:
        """Wait until what is posted now will stand below the board: at once, unless the board is about to be posted
        anew.

        No answer waits for this while Discord's rate limits hold up the post, nor for what comes after the new board:
        an edit of the board waits for answers.
        """
        if not await self._boards.comes_down(game_id):
            return
        table = await self._tables.look(game_id)
        if not self._channels.budget.is_free(Route(Kind.POST, table.row.channel_id)):
            return
        reconciler = self._reconcilers.of(game_id, BOARD)
        with suppress(TimeoutError), self._lull.hurrying(game_id):
            async with asyncio.timeout(self.patience):
                while reconciler.busy and await self._boards.comes_down(game_id):
                    await reconciler.once()

    async def direct_message(self, message_id: int) -> Message | None:
        """Return the row of a direct message; None if it is no longer looked after."""
        return await self._posts.find(message_id)

    async def stop(self, seconds: float = 2.0) -> None:
        """Finish what is being written, within so many seconds; the rest is compared again at the next start."""
        await self._reconcilers.stop(seconds)

    def _rested(self, game_id: str) -> None:
        """Note that one of a game's reconcilers has finished. After the last one, all messages show what is true and
        everybody has been called, which is stored."""
        if self._reconcilers.closed:  # what was to follow is not begun any more
            return
        if game_id not in self._comparing or not self._reconcilers.are_done(game_id, self._bring):
            return
        if self._notices.wait(game_id) or game_id in self._boards.in_words:  # a restart tries these again
            return
        self._comparing.discard(game_id)
        self._tables.cache.show(game_id)

    async def _work(self, game_id: str, kind: str) -> None:
        """Bring this kind of message of the game up to date."""
        try:
            await self._lull.until_calm(game_id)
            if kind != _SCREENS and not self._tables.cache.is_ours(await self._tables.look(game_id)):
                return  # another process has its new server, and shows it; private messages stay ours
            if kind == BOARD:  # what else is written comes after it, or is rare
                await self._answers_first(game_id)
            try:
                await self._bring[kind](game_id)
            except (Gone, Out):
                if (await self._tables.look(game_id)).status.is_active:
                    raise
                await self._posts.forget_all(game_id)  # the place in which to show the end is gone
            await self._settle(await self._tables.look(game_id))
        except NoGame:
            pass  # deleted, and its rows with it

    async def _server(self, game_id: str) -> int | None:
        return (await self._tables.look(game_id)).row.guild_id

    async def _answers_first(self, game_id: str) -> None:
        """Let answers in this game go before the board, for at most `patience` seconds; but not if a new board is
        coming, as that is to stand above them."""
        if self._screens.presses.is_answering(game_id) and not await self._boards.comes_down(game_id):
            with suppress(TimeoutError):
                async with asyncio.timeout(self.patience):
                    await self._screens.presses.answers(game_id)

    async def _bring_screens(self, game_id: str) -> None:
        """Update open private messages; after the board, if that comes soon, so that they change only once."""
        await self.board_shown(game_id)
        await self._screens.bring(game_id, await self._posts.newest(game_id))

    async def _board(self, game_id: str) -> None:
        """Update the board, when the computer players have moved, if that is soon: else each phase would get a board
        posted."""
        await self._settled(game_id, self.patience)
        # the line of a turn that is over stands above the board of the next
        await self._reconcilers.of(game_id, LINE).idle(self.patience)

        async def wanted() -> tuple[Urgency, Route]:
            posts, table = await self._boards.comes_down(game_id), await self._tables.look(game_id)
            kind, urgency = (Kind.POST, Urgency.CALLS) if posts else (Kind.EDIT, Urgency.SHOWS)
            return urgency, Route(kind, table.row.channel_id)

        async with self._channels.budget.turn(wanted, self._reconcilers.of(game_id, BOARD).poked):
            await self._boards.bring(game_id)

    async def _tidy(self, game_id: str) -> None:
        """Delete the messages that are to go, and let former boards show what they are to show for good."""
        try:
            await self._boards.tidy(game_id)
        finally:
            await self._posts.tidy(game_id)

    def _told_if_refused(self, kind: str, bring: Bring) -> Bring:
        """Return `bring` for this kind, after which direct messages say whether the channel refuses it; a refused
        mention is replaced by them."""

        async def bring_and_tell(game_id: str) -> None:
            before = await self._posts.refusal(game_id, kind)
            try:
                await bring(game_id)
            finally:
                if before or await self._posts.refusal(game_id, kind):
                    self._reconcilers.poke(game_id, _DIRECT)

        return bring_and_tell

    async def _board_at_hand(self, game_id: str) -> None:
        """Wait until the board shows what is true, where the people who are called can see it."""
        if await self._boards.is_out_of_sight(game_id):
            self.anew(game_id)
        await self.board_shown(game_id)

    async def _settle(self, table: Table) -> None:
        """Note that a finished game's messages show it for good, so that the next start need not look at it."""
        if table.status.is_active or table.row.settled or table.row.sealed_at is not None:
            return
        if not self._trace.is_done(table) and table.status is Status.OVER:
            return
        rows = await self._tables.store.messages.of_game(table.id)
        rows = tuple(row for row in rows if not row.kind.startswith(f"{LINE}:"))
        if all(row.kind == BOARD and (row.shown or "").split(" ")[0] == table.status for row in rows):
            await self._tables.store.games.settle(table.id)
