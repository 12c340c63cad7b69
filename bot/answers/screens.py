"""The private messages that people have open: one of a kind a person and what it is about, true as long as they can be
changed.

An ephemeral message can be changed only by the token of an interaction, for fifteen minutes. Tokens are secrets, so all
of this is in memory alone: after a restart, or a quarter of an hour, a message stays as it is, and its buttons say what
has happened since.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from cachetools import LRUCache

from bot.answers.answering import Answering
from bot.answers.ephemeral import PROBLEMS, InDoubt, PrivateMessage, Upload, passes
from bot.answers.leaving import Leaving
from bot.answers.presses import Presses
from bot.answers.replies import Reply
from bot.delivery.rest import Later
from bot.tables.errors import NoGame, Refusal
from game.core.layout import Panel
from storage import Message

log = logging.getLogger(__name__)

_MOST = 5000
"""Messages looked after; when there are more, those that cannot be changed any more are looked for and forgotten."""
_UNKNOWN = object()
"""What a message shows of which nothing is known."""

GONE = object()
"""The truth of a message that nothing can be shown in any more: it goes."""
OVER = object()
"""The truth of a message about what is over: once it shows how that ended, it is kept true no longer."""

PANEL = "panel"
"""Kinds of private messages. The panel is what one acts with."""


class Surface(Protocol):
    """Where something private can be shown: the answer to an interaction, or a message that is open already."""

    yields: bool
    awaits_picture: bool
    """Whether it is in words only because its picture was not drawn in time: it is to be shown once more."""

    @property
    def lost(self) -> bool:
        """Whether it could not be shown: the message is gone, or the token."""

    @property
    def user_id(self) -> int: ...
    @property
    def guild_id(self) -> int | None: ...
    @property
    def private(self) -> PrivateMessage | None:
        """The message in which it was shown; None if it was not."""

    async def show(self, panel: Panel, files: Sequence[Upload] = ()) -> None: ...


class About(Protocol):
    """What messages are about: a table, a tale."""

    @property
    def id(self) -> str: ...


@dataclass(frozen=True)
class Content:
    """What a message shows: it is so as long as `truth` of what it is about stays the same; then `again` shows what is.

    Without `again` the message goes, as it does when that is GONE. follows: whether it is to stand at the bottom, below
    the board, and with something new below whatever its person has looked up since.
    """

    truth: Callable[[Any], object]
    again: Callable[[Surface, Any], Awaitable[None]] | None = None
    follows: Callable[[Any], bool] = field(default=lambda _: False, kw_only=True)
    at: Any = field(default=None, kw_only=True)
    """Where in it its person is, if it has steps."""

    def of(self, about: Any, user_id: int, kind: str) -> Content:
        """The same as this person is to see it, in a message of this kind."""
        return self


class Screen(NamedTuple):
    """A message that is open, and what of the truth it showed."""

    message: PrivateMessage
    content: Content
    shown: object = _UNKNOWN

    def under(self, late: Screen) -> Screen:
        """The same, where `late` may have come over it: so it is to be shown anew; or that, should it not know how."""
        return Screen(self.message, self.content if self.content.again is not None else late.content)


_Place = tuple[int, str]
"""A person and a kind of message, of those about the same."""


class Screens:
    """Handlers say what they have `opened`; `bring` keeps that true. Nothing here raises because Discord refuses."""

    def __init__(
        self, look: Callable[[str], Awaitable[About]], now: Callable[[], datetime], answering: Answering
    ) -> None:
        """look: gives what messages are about, by its id, as it is now. Raises NoGame and other Refusals."""
        self._look = look
        self.presses = Presses(now)
        self._open: dict[str, dict[_Place, Screen]] = {}
        self._leaving = Leaving()
        self._answering = answering
        self._tried: LRUCache[int, int] = LRUCache(_MOST)
        """Below what a message may have come, as another one: that is not tried again."""
        self._changed: Callable[[str], None] = lambda _: None

    def listen(self, changed: Callable[[str], None]) -> None:
        """Who is told of whatever has messages that may have to be brought up to date."""
        self._changed = changed

    @contextmanager
    def acting(self, about_id: str, reply: Reply) -> Iterator[None]:
        """While the person's own click is answered, nothing else changes their messages."""
        try:
            with self.presses.answering(about_id, reply):
                yield
        finally:
            if about_id in self._open:
                self._changed(about_id)

    async def opened(self, surface: Surface, about: About, content: Content, kind: str = PANEL) -> None:
        """This is shown there now. The person's former message of that kind closes itself."""
        place, message = (surface.user_id, kind), surface.private
        content, former = content.of(about, *place), self._there(about.id, place)
        if isinstance(surface, _Change) and surface.is_overtaken():
            await self._give_way(about.id, place, surface)
        elif message is None or self._leaving.is_gone(message):
            if former is not None and (surface.lost or message is not None):  # it was for a message that has just moved
                self._open[about.id][place] = Screen(former.message, content)
        elif former is not None and former.message.asked > message.asked:  # pressed later, and confirmed sooner
            if former.message.id == message.id:
                self._doubt(about.id, place, Screen(message, content))
            else:
                await self._close(about.id, message)
        else:
            truth = content.truth(about)
            is_unfinished = surface.awaits_picture and content.again is not None and truth is not GONE
            screen = Screen(message, content, _UNKNOWN if is_unfinished else truth)
            stays = former is not None and former.message.id == message.id
            if former is not None and stays and former.shown is _UNKNOWN and not isinstance(surface, _Change):
                screen = screen.under(former)  # what was sent late may have come over this
            self._put(about.id, place, screen)
            if is_unfinished:
                self._changed(about.id)
            if former is not None and not stays:
                await self._close(about.id, former.message)

    async def opened_unchanging(
        self, surface: Surface, kind: str, again: Callable[[Surface, Any], Awaitable[None]] | None = None
    ) -> None:
        """This is shown there now, and is about nothing that changes but by what is pressed in it: `again` shows what
        came of that. The person's former message of that kind closes itself."""
        await self.opened(surface, _NOTHING, Content(lambda _: None, again), kind)

    async def close(self, user_id: int, kind: str) -> None:
        """Take away the person's messages of that kind, whatever they are about."""
        place = user_id, kind
        for about_id in [*self._open]:
            if screen := self._there(about_id, place):
                self._leave(about_id, place)
                await self._close(about_id, screen.message)

    async def stayed(self, reply: Reply) -> None:
        """What was pressed stays, and is answered in a message of its own: let the former show what is true now."""
        pressed = reply.interaction.message
        for place, screen in [*self._open.get(_NOTHING.id, {}).items()]:
            message, content, shown = screen
            if pressed is not None and message.id == pressed.id and content.again is not None and not message.is_dead:
                await self._bring(_NOTHING.id, _NOTHING, place, _Due(screen, shown, message.id, moves=False))

    def shows(self, about_id: str, user_id: int) -> bool:
        """Whether the person has a panel of this open that is kept true, so that it shows what they are asked."""
        screen = self._there(about_id, (user_id, PANEL))
        return screen is not None and screen.content.again is not None and not screen.message.is_dead

    def at(self, about_id: str, user_id: int) -> Any:
        """Where in the panel that they have open of this the person is; None: nowhere."""
        screen = self._there(about_id, (user_id, PANEL))
        return screen.content.at if screen is not None else None

    def left(self, message: int) -> None:
        """This message is about something else now, which stays true."""
        self._forget(lambda screen: screen.message.id == message)
        self._leaving.stays(message)

    async def bring(self, about_id: str, board: Message | None = None) -> None:
        """Let all that is open about this show what is true now, panels below the board.

        Raises Later if Discord could not change some of it.
        """
        tidy, about = await self._leaving.again(about_id), None
        if about_id in self._open:
            with suppress(NoGame):
                about = await self._look(about_id)
        there = self._open.get(about_id, {})
        due = {place: self._due(about_id, about, place, screen, board) for place, screen in there.items()}
        brought = await asyncio.gather(
            *(self._bring(about_id, about, place, each) for place, each in due.items() if each)
        )
        if not (tidy and all(brought)):
            raise Later("a private message")

    def _due(
        self, about_id: str, about: About | None, place: _Place, screen: Screen, board: Message | None
    ) -> _Due | None:
        """What is to become of a message; None if it shows what is true, where it should, or its person is acting."""
        if self.presses.is_acting(about_id, place[0]):
            return None
        message, content, shown = screen
        truth = content.truth(about) if about is not None and not message.is_dead else GONE
        follows = truth is not GONE and content.follows(about)
        below = (board.message_id if board is not None and board.channel_id == message.channel_id else None) or 0
        stands = max(message.id, self._tried.get(message.id, 0))
        if truth == shown and not (follows and stands < below):
            return None
        below = max(below, self._answering.lowest(place[0], message.channel_id))
        return _Due(screen, truth, below, moves=follows and stands < below)

    async def _bring(self, about_id: str, about: About | None, place: _Place, due: _Due) -> bool:
        """Whether nothing is left to be tried again."""
        screen, truth, below, moves = due
        message, content, _ = screen

        def is_overtaken() -> bool:
            return self._there(about_id, place) is not screen or self.presses.is_acting(about_id, place[0])

        if is_overtaken():
            return True
        if truth is GONE or content.again is None:
            self._leave(about_id, place)
            return await self._leaving.take_away(about_id, message)
        try:
            await content.again(_Change(place[0], screen, moves, is_overtaken), about)
            if truth is OVER and self._there(about_id, place) is screen:
                self._leave(about_id, place)  # what it shows from now on is its person's affair
        except _Overtaken:
            pass
        except InDoubt as doubt:  # who presses the one that may be there closes this one
            log.info("a private message may stand twice", extra={"about": about_id, "problem": str(doubt)})
            self._tried[message.id] = below
            self._changed(about_id)
        except (Refusal, *PROBLEMS) as problem:
            if passes(problem):
                self._doubt(about_id, place, screen)
                return False
            log.info("a private message stays as it is", extra={"about": about_id, "problem": type(problem).__name__})
            if self._there(about_id, place) is screen:
                self._leave(about_id, place)
        return True

    async def _give_way(self, about_id: str, place: _Place, change: _Change) -> None:
        """The person has acted while that was changed: what they see by that is newer."""
        if change.private is change.screen.message:
            self._doubt(about_id, place, change.screen)
            self._changed(about_id)
        elif change.private is not None:
            await self._close(about_id, change.private)

    def _put(self, about_id: str, place: _Place, screen: Screen) -> None:
        """It is looked after from now on, unless it shows what stays so for good."""
        there = self._open.setdefault(about_id, {})
        for other in [each for each, open_ in there.items() if open_.message.id == screen.message.id]:
            del there[other]  # it shows something else now
        there[place] = screen
        self._leaving.stays(screen.message.id)
        if screen.shown in (GONE, OVER):
            self._leave(about_id, place)
        self._tidy()

    def _doubt(self, about_id: str, place: _Place, late: Screen) -> None:
        """This message may show what was sent late, whatever was opened there meanwhile: it is to be shown anew."""
        there = self._open.setdefault(about_id, {})
        now = there.get(place, late)
        if now.message.id == late.message.id:
            there[place] = now.under(late)

    async def _close(self, about_id: str, message: PrivateMessage) -> None:
        """Take it away, soon where Discord cannot do that now."""
        if not await self._leaving.take_away(about_id, message):
            self._changed(about_id)

    def _there(self, about_id: str, place: _Place) -> Screen | None:
        return self._open.get(about_id, {}).get(place)

    def _leave(self, about_id: str, place: _Place) -> None:
        """It is looked after no longer; nothing is kept of what has no messages."""
        there = self._open[about_id]
        del there[place]
        if not there:
            del self._open[about_id]

    def _forget(self, which: Callable[[Screen], bool]) -> None:
        """Those are looked after no longer."""
        found = [
            (each, place) for each, there in self._open.items() for place, screen in there.items() if which(screen)
        ]
        for about_id, place in found:
            self._leave(about_id, place)

    def _tidy(self) -> None:
        if sum(map(len, self._open.values())) > _MOST:
            self._forget(lambda screen: screen.message.is_dead)


class _Due(NamedTuple):
    """What a message is to show now. below: the message that it is to stand below, should it move."""

    screen: Screen
    truth: object
    below: int
    moves: bool


class _Nothing(NamedTuple):
    id: str = ""


_NOTHING = _Nothing()


class _Overtaken(Exception):
    """The person has acted meanwhile: what that shows is newer."""


class _Change:
    """A message that is open, to show something else in; or in a new one at the bottom, in its place."""

    yields = False
    awaits_picture = False
    lost = False

    def __init__(self, user_id: int, screen: Screen, moves: bool, is_overtaken: Callable[[], bool]) -> None:
        self.user_id = user_id
        self.screen = screen
        self.private: PrivateMessage | None = None
        self.is_overtaken = is_overtaken
        self._moves = moves

    @property
    def guild_id(self) -> int | None:
        return self.screen.message.guild_id

    async def show(self, panel: Panel, files: Sequence[Upload] = ()) -> None:
        """Raises _Overtaken, and some of PROBLEMS."""
        if self.is_overtaken():
            raise _Overtaken
        if self._moves:
            self.private = await self.screen.message.follow(panel, files)
        else:
            await self.screen.message.edit(panel, files)
            self.private = self.screen.message
