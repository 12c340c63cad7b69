"""The private messages that people have open, kept true as long as they can be changed: one of each kind for each
person and table or tale.

An ephemeral message can be changed only with the token of an interaction, for fifteen minutes. Tokens are secrets, so
all of this is in memory only: after a restart, or a quarter of an hour, a message stays as it is, and its buttons say
what has happened since.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from cachetools import LRUCache

from bot.answers.answering import Answering
from bot.answers.ephemeral import PrivateMessage
from bot.answers.leaving import Leaving
from bot.answers.presses import Presses
from bot.answers.replies import Reply
from bot.delivery.rest import PROBLEMS, InDoubt, Later, passes
from bot.tables.errors import NoGame, Refusal
from game.core.layout import Panel
from storage import Message

log = logging.getLogger(__name__)

_MOST = 5000
"""Messages looked after; when there are more, those that can no longer be changed are dropped."""
_UNKNOWN = object()
"""Stands for what a message shows when that is unknown."""

GONE = object()
"""The `truth` of a message in which nothing can be shown any more: it is deleted."""
OVER = object()
"""The `truth` of a message about a game that is over: once it shows the end, it is no longer looked after."""

PANEL = "panel"
"""The kind of private message in which one plays; other kinds have other names."""


class Surface(Protocol):
    """Where something private can be shown: the answer to an interaction, or a message that is already open."""

    yields: bool
    awaits_picture: bool
    """Whether it shows words only because its picture was not drawn in time: it is to be shown once more."""

    @property
    def lost(self) -> bool:
        """Whether it could not be shown: the message is gone, or the token has expired."""

    @property
    def user_id(self) -> int: ...
    @property
    def guild_id(self) -> int | None: ...
    @property
    def private(self) -> PrivateMessage | None:
        """The message in which it was shown; None if it was not shown."""

    async def show(self, panel: Panel) -> None: ...


class About(Protocol):
    """What messages are about: a table or a tale."""

    @property
    def id(self) -> str: ...


@dataclass(frozen=True)
class Content:
    """What a message shows. It holds as long as `truth` of the table or tale stays equal; then `again` shows what is
    true.

    The message is deleted if there is no `again`, or if the truth is GONE. follows: returns whether the message is to
    stand at the bottom: below the board and, when it shows something new, below whatever its person has looked up
    since.
    """

    truth: Callable[[Any], object]
    again: Callable[[Surface, Any], Awaitable[None]] | None = None
    follows: Callable[[Any], bool] = field(default=lambda _: False, kw_only=True)
    at: Any = field(default=None, kw_only=True)
    """Which step the person has reached in it, if it has steps."""

    def of(self, about: Any, user_id: int, kind: str) -> Content:
        """Return the content for this person, in a message of this kind."""
        return self


class Screen(NamedTuple):
    """An open message, and the truth that it last showed."""

    message: PrivateMessage
    content: Content
    shown: object = _UNKNOWN

    def overwritten_by(self, late: Screen) -> Screen:
        """Return the screen for when `late` may have overwritten it: it must be shown again, by its own content, or by
        that of `late` if it cannot be shown again itself."""
        return Screen(self.message, self.content if self.content.again is not None else late.content)


_Place = tuple[int, str]
"""A person's user id and a kind of message; unique among the messages about one table or tale."""


class Screens:
    """Keeps open messages true: handlers report what they have `opened`, and `bring` updates it.

    No method raises because Discord refuses, apart from Later.
    """

    def __init__(
        self, look: Callable[[str], Awaitable[About]], now: Callable[[], datetime], answering: Answering
    ) -> None:
        """look: returns the table or tale with this id as it is now; raises NoGame and other Refusals. now: returns the
        current time."""
        self._look = look
        self.presses = Presses(now)
        self._open: dict[str, dict[_Place, Screen]] = {}
        self._leaving = Leaving()
        self._answering = answering
        self._tried: LRUCache[int, int] = LRUCache(_MOST)
        """By message id: the message below which a copy of it may stand. Moving it there is not tried again."""
        self._changed: Callable[[str], None] = lambda _: None

    def listen(self, changed: Callable[[str], None]) -> None:
        """Set the callback for tables and tales whose open messages may have to be updated; it is called with the
        id."""
        self._changed = changed

    @contextmanager
    def acting(self, about_id: str, reply: Reply) -> Iterator[None]:
        """Change nothing else in the person's messages while the block answers their click."""
        try:
            with self.presses.answering(about_id, reply):
                yield
        finally:
            if about_id in self._open:
                self._changed(about_id)

    async def opened(self, surface: Surface, about: About, content: Content, kind: str = PANEL) -> None:
        """Note that the surface shows this content now. The person's former message of that kind is closed."""
        place, message = (surface.user_id, kind), surface.private
        content, former = content.of(about, *place), self._screen_at(about.id, place)
        if isinstance(surface, _Change) and surface.is_overtaken():
            await self._give_way(about.id, place, surface)
        elif message is None or self._leaving.is_gone(message):
            if former is not None and (surface.lost or message is not None):  # the message has just moved
                self._open[about.id][place] = Screen(former.message, content)
        elif former is not None and former.message.asked > message.asked:  # pressed later, but shown sooner
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
                screen = screen.overwritten_by(former)  # a late edit may have overwritten this
            self._put(about.id, place, screen)
            if is_unfinished:
                self._changed(about.id)
            if former is not None and not stays:
                await self._close(about.id, former.message)

    async def opened_unchanging(
        self, surface: Surface, kind: str, again: Callable[[Surface, Any], Awaitable[None]] | None = None
    ) -> None:
        """Note that the surface shows something that changes only by what is pressed in it; `again` then shows the
        result. The person's former message of that kind is closed."""
        await self.opened(surface, _NOTHING, Content(lambda _: None, again), kind)

    async def close(self, user_id: int, kind: str) -> None:
        """Close the person's messages of that kind, whatever they are about."""
        place = user_id, kind
        for about_id in [*self._open]:
            if screen := self._screen_at(about_id, place):
                self._leave(about_id, place)
                await self._close(about_id, screen.message)

    async def stayed(self, reply: Reply) -> None:
        """Update the message that was pressed, because it stays and the answer is a message of its own."""
        pressed = reply.interaction.message
        for place, screen in [*self._open.get(_NOTHING.id, {}).items()]:
            message, content, shown = screen
            if pressed is not None and message.id == pressed.id and content.again is not None and not message.is_dead:
                await self._bring(_NOTHING.id, _NOTHING, place, _Due(screen, shown, message.id, moves=False))

    def shows(self, about_id: str, user_id: int) -> bool:
        """Return whether the person has a panel of this open that is kept true, so that it shows what they are
        asked."""
        screen = self._screen_at(about_id, (user_id, PANEL))
        return screen is not None and screen.content.again is not None and not screen.message.is_dead

    def at(self, about_id: str, user_id: int) -> Any:
        """Return the step that the person has reached in the panel of this that is open; None if there is none."""
        screen = self._screen_at(about_id, (user_id, PANEL))
        return screen.content.at if screen is not None else None

    def release(self, message: int) -> None:
        """Stop looking after this message: it shows something else now that stays true."""
        self._forget(lambda screen: screen.message.id == message)
        self._leaving.keep(message)

    async def bring(self, about_id: str, board: Message | None = None) -> None:
        """Let all open messages about this show what is true now, and move panels below the board.

        Raises Later if Discord could not change some of them.
        """
        tidy = await self._leaving.again(about_id)
        about: About | None = _NOTHING if about_id == _NOTHING.id else None
        if about is None and about_id in self._open:
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
        """Return what a message is to show; None if it shows the truth where it should stand, or if its person is
        acting."""
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
        """Update, move or delete one message. Return whether nothing is left to retry."""
        screen, truth, below, moves = due
        message, content, _ = screen

        def is_overtaken() -> bool:
            return self._screen_at(about_id, place) is not screen or self.presses.is_acting(about_id, place[0])

        if is_overtaken():
            return True
        if truth is GONE or content.again is None:
            self._leave(about_id, place)
            return await self._leaving.take_away(about_id, message)
        try:
            await content.again(_Change(place[0], screen, moves, is_overtaken), about)
            if truth is OVER and self._screen_at(about_id, place) is screen:
                self._leave(about_id, place)  # from now on it changes only by what its person presses
        except _Overtaken:
            pass
        except InDoubt as doubt:  # if the copy is there, pressing it closes this one
            log.info("a private message may stand twice", extra={"about": about_id, "problem": str(doubt)})
            self._tried[message.id] = below
            self._changed(about_id)
        except (Refusal, *PROBLEMS) as problem:
            if passes(problem):
                self._doubt(about_id, place, screen)
                return False
            log.info("a private message stays as it is", extra={"about": about_id, "problem": type(problem).__name__})
            if self._screen_at(about_id, place) is screen:
                self._leave(about_id, place)
        return True

    async def _give_way(self, about_id: str, place: _Place, change: _Change) -> None:
        """Deal with a change that came too late because the person has acted: what their press shows is newer."""
        if change.private is change.screen.message:
            self._doubt(about_id, place, change.screen)
            self._changed(about_id)
        elif change.private is not None:
            await self._close(about_id, change.private)

    def _put(self, about_id: str, place: _Place, screen: Screen) -> None:
        """Look after this screen from now on, unless what it shows is final."""
        there = self._open.setdefault(about_id, {})
        for other in [each for each, open_ in there.items() if open_.message.id == screen.message.id]:
            del there[other]  # that message shows something else now
        there[place] = screen
        self._leaving.keep(screen.message.id)
        if screen.shown in (GONE, OVER):
            self._leave(about_id, place)
        self._tidy()

    def _doubt(self, about_id: str, place: _Place, late: Screen) -> None:
        """Have this message shown again: a late edit may have overwritten what was opened there meanwhile."""
        there = self._open.setdefault(about_id, {})
        now = there.get(place, late)
        if now.message.id == late.message.id:
            there[place] = now.overwritten_by(late)

    async def _close(self, about_id: str, message: PrivateMessage) -> None:
        """Delete the message; if Discord cannot now, it is retried soon."""
        if not await self._leaving.take_away(about_id, message):
            self._changed(about_id)

    def _screen_at(self, about_id: str, place: _Place) -> Screen | None:
        return self._open.get(about_id, {}).get(place)

    def _leave(self, about_id: str, place: _Place) -> None:
        """Stop looking after a screen."""
        there = self._open[about_id]
        del there[place]
        if not there:
            del self._open[about_id]

    def _forget(self, which: Callable[[Screen], bool]) -> None:
        """Stop looking after the screens that `which` selects."""
        found = [
            (each, place) for each, there in self._open.items() for place, screen in there.items() if which(screen)
        ]
        for about_id, place in found:
            self._leave(about_id, place)

    def _tidy(self) -> None:
        if sum(map(len, self._open.values())) > _MOST:
            self._forget(lambda screen: screen.message.is_dead)


class _Due(NamedTuple):
    """What is to become of a message. below: the message below which it is to stand, if it moves."""

    screen: Screen
    truth: object
    below: int
    moves: bool


class _Nothing(NamedTuple):
    id: str = ""


_NOTHING = _Nothing()


class _Overtaken(Exception):
    """The person has acted meanwhile, so what their press shows is newer."""


class _Change:
    """The surface for changing an open message: it shows something else in it, or in a new message at the bottom that
    takes its place."""

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

    async def show(self, panel: Panel) -> None:
        """Raises _Overtaken, and some of PROBLEMS."""
        if self.is_overtaken():
            raise _Overtaken
        if self._moves:
            self.private = await self.screen.message.follow(panel)
        else:
            await self.screen.message.edit(panel)
            self.private = self.screen.message
