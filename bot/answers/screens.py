"""The private messages that people have open: one of a kind a person and table, true as long as they can be changed.

An ephemeral message can be changed only by the token of an interaction, for fifteen minutes. Tokens are secrets, so all
of this is in memory alone: after a restart, or a quarter of an hour, a message stays as it is, and its buttons say what
has happened since.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from bot.answers.ephemeral import PROBLEMS, Private, Upload, passes
from bot.answers.replies import Reply
from bot.delivery.rest import Later
from bot.tables import Table, Tables
from bot.tables.errors import NoGame, Refusal
from game.core.layout import Panel
from storage import Status

log = logging.getLogger(__name__)

_MOST = 5000
"""Messages looked after; when there are more, those that cannot be changed any more are looked for and forgotten."""
_UNKNOWN = object()
"""What a message shows of which nothing is known."""

GONE = object()
"""The truth of a message that nothing can be shown in any more: it goes."""

PANEL = "panel"
"""Kinds of private messages. Only the panel follows the board: it is what one acts with."""


class Surface(Protocol):
    """Where something private can be shown: the answer to an interaction, or a message that is open already."""

    yields: bool
    lost: bool
    """Whether it could not be shown: the message is gone, or the token."""

    @property
    def user_id(self) -> int: ...
    @property
    def guild_id(self) -> int | None: ...
    @property
    def private(self) -> Private | None:
        """The message in which it was shown; None if it was not."""

    async def show(self, panel: Panel, files: Sequence[Upload] = ()) -> None: ...


class Content(NamedTuple):
    """What a message shows: it is so as long as `truth` of the table stays the same; then `again` shows what is.

    Without `again` the message goes, as it does when that is GONE. It goes with the game as well, unless `over` shows
    something when that has been played to its end.
    """

    truth: Callable[[Table], Hashable]
    again: Callable[[Surface, Table], Awaitable[None]] | None = None
    over: Callable[[Surface, Table], Awaitable[None]] | None = None


OF_THE_GAME = Content(lambda table: table.status)
"""What is said of a table holds until its game begins; what is said of a running game, until that ends."""


def undone(table: Table) -> Hashable:
    """What changes when something that happened is taken back. What one takes back in secret, one knows oneself."""
    return table.context.undone


class Screen(NamedTuple):
    """A message that is open, and what of the truth it showed."""

    message: Private
    content: Content
    shown: object
    seat: str | None = None
    """Which seat the person had in the game then."""

    def is_doubtful(self, message: Private) -> bool:
        """Whether it is this message, and what that shows is not known."""
        return self.shown is _UNKNOWN and self.message.id == message.id

    def under(self, late: Screen) -> Screen:
        """The same, where `late` may have come over it: so it is to be shown anew; or that, should it not know how."""
        content = self.content if self.content.again is not None else late.content
        return self._replace(content=content, shown=_UNKNOWN)


_Place = tuple[int, str]
"""A person and a kind of message, at one table."""


class Screens:
    """Handlers say what they have `opened`; `bring` keeps that true. Nothing here raises because Discord refuses."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._open: dict[str, dict[_Place, Screen]] = {}
        self._apart: OrderedDict[_Place, Private] = OrderedDict()
        self._closed: OrderedDict[int, None] = OrderedDict()
        self._lowest: OrderedDict[tuple[int, int], int] = OrderedDict()
        """The newest private message of each person in a channel."""
        self._under_way: Counter[tuple[str, int]] = Counter()
        self._awaited: dict[str, list[asyncio.Event]] = {}
        self._changed: Callable[[str], None] = lambda _: None
        tables.cache.watching = self.shows

    def listen(self, changed: Callable[[str], None]) -> None:
        """Who is told of each game whose messages may have to be brought up to date."""
        self._changed = changed

    @contextmanager
    def acting(self, game_id: str, reply: Reply) -> Iterator[None]:
        """While the person's own click is answered, nothing else changes their messages."""
        place, awaited = (game_id, reply.user_id), self._awaited.setdefault(game_id, [])
        self._under_way[place] += 1
        awaited.append(reply.begun)
        try:
            yield
        finally:
            self._under_way[place] -= 1
            self._under_way += Counter()  # without zeros
            reply.begun.set()
            awaited.remove(reply.begun)
            if not awaited:
                self._awaited.pop(game_id, None)
            if game_id in self._open:
                self._changed(game_id)

    def is_answering(self, game_id: str | None = None) -> bool:
        """Whether somebody has pressed something, at this table or (None) at any, and waits for the answer."""
        tables = self._awaited.values() if game_id is None else (self._awaited.get(game_id, ()),)
        return not all(begun.is_set() for awaited in tables for begun in awaited)

    async def answers(self, game_id: str) -> None:
        """Until those answers are on their way."""
        await asyncio.gather(*(begun.wait() for begun in self._awaited.get(game_id, ())))

    def shows(self, game_id: str, user_id: int) -> bool:
        """Whether the person has a panel of this game open that is kept true, so that it shows what they are asked."""
        screen = self._open.get(game_id, {}).get((user_id, PANEL))
        return screen is not None and screen.content.again is not None and not screen.message.is_dead

    async def opened(self, surface: Surface, table: Table, content: Content, kind: str = PANEL) -> None:
        """This is shown there now. The person's former message of that kind closes itself."""
        there, place = self._open.setdefault(table.id, {}), (surface.user_id, kind)
        former, message = there.get(place), surface.private
        if isinstance(surface, _Change) and surface.is_overtaken():
            if message is surface.screen.message:
                self._doubt(table.id, place, surface.screen)
                self._changed(table.id)
            elif message is not None:
                await self._close(message)  # the person has acted meanwhile: what that shows is newer
            return
        if message is None or message.id in self._closed:
            if former is not None and (surface.lost or message is not None):  # it was for a message that has just moved
                there[place] = Screen(former.message, content, _UNKNOWN, former.seat)
            return
        active = table.status.is_active
        screen = Screen(message, content, content.truth(table) if active else _UNKNOWN, _seat(table, surface.user_id))
        if former is not None and former.is_doubtful(message) and not isinstance(surface, _Change):
            there[place] = screen.under(former)
        elif active:
            there[place] = screen
        else:
            there.pop(place, None)
        self._tidy(table.id)
        if former is not None and former.message.id != message.id:
            await self._close(former.message)

    def stands_below(self, user_id: int, channel_id: int, message: int) -> None:
        """This private message, whatever it is about, is below all others that the person has there."""
        place = user_id, channel_id
        self._lowest[place] = message
        self._lowest.move_to_end(place)
        if len(self._lowest) > _MOST:
            self._lowest.popitem(last=False)

    async def opened_apart(self, surface: Surface, kind: str) -> None:
        """This is shown there now, and is about no table. The person's former message of that kind closes itself."""
        message, place = surface.private, (surface.user_id, kind)
        if message is None:
            return
        former = self._apart.pop(place, None)
        self._apart[place] = message
        if len(self._apart) > _MOST:
            self._apart.popitem(last=False)
        if former is not None and former.id != message.id:
            await self._close(former)

    def left(self, message: int) -> None:
        """This message is about something else now, which stays true."""
        for there in self._open.values():
            for place in [place for place, screen in there.items() if screen.message.id == message]:
                del there[place]

    async def bring(self, game_id: str, board: int | None) -> None:
        """Let all that is open at this table show what is true now, panels below the board with this message id.

        Raises Later if Discord could not change some of it.
        """
        there = self._open.get(game_id)
        if not there:
            return
        try:
            table = await self._tables.look(game_id)
        except NoGame:
            table = None
        brought = await asyncio.gather(*(self._bring(there, place, table, board) for place in list(there)))
        self._tidy(game_id)
        if not all(brought):
            raise Later("a private message")

    async def _bring(self, there: dict[_Place, Screen], place: _Place, table: Table | None, board: int | None) -> bool:
        """Whether nothing is left to be tried again."""
        screen = there.get(place)
        if screen is None or (table is not None and self._under_way[table.id, place[0]]):
            return True
        message, content, shown, seat = screen
        lost = table is not None and seat is not None and _seat(table, place[0]) != seat  # somebody else has it
        again = content.again
        if table is not None and not table.status.is_active:
            again = content.over if table.status is Status.OVER else None
        over = table is not None and (
            content.truth(table) is GONE if table.status.is_active else again is None
        )  # of a table that is over nothing is looked at but how it came out
        if message.is_dead or table is None or lost or over:
            there.pop(place, None)
            await self._close(message)
            return True
        follows = place[1] == PANEL and content.again is not None and _is_asked(table, place[0])
        moves = follows and message.id < (board or 0) and message.channel_id == table.row.channel_id
        if table.status.is_active and content.truth(table) == shown and not moves:
            return True
        moves = moves or (follows and message.id < self._lowest.get((place[0], message.channel_id or 0), 0))
        game_id = table.id
        change = _Change(
            place[0], screen, moves, lambda: there.get(place) is not screen or self._under_way[game_id, place[0]] > 0
        )
        try:
            if again is not None:
                await again(change, table)
                if not table.status.is_active and there.get(place) is screen:
                    del there[place]
                return True
        except _Overtaken:
            return True
        except (Refusal, *PROBLEMS) as problem:
            if passes(problem):
                self._doubt(game_id, place, screen)
                return False
            log.info("a private message stays as it is", extra={"game": table.id, "problem": type(problem).__name__})
        if there.get(place) is screen:
            del there[place]
        if again is None:
            await self._close(message)
        return True

    def _doubt(self, game_id: str, place: _Place, late: Screen) -> None:
        """This message may show what was sent late, whatever was opened there meanwhile: it is to be shown anew."""
        there = self._open.setdefault(game_id, {})
        now = there.get(place, late)
        if now.message.id == late.message.id:
            there[place] = now.under(late)

    async def _close(self, message: Private) -> None:
        """Take it away, and remember that: a press that was on its way then is answered in vain."""
        self._closed[message.id] = None
        if len(self._closed) > _MOST:
            self._closed.popitem(last=False)
        if not await message.delete():
            self._closed.pop(message.id, None)

    def _tidy(self, game_id: str) -> None:
        if not self._open.get(game_id, True):
            del self._open[game_id]
        if sum(map(len, self._open.values())) > _MOST:
            for there in self._open.values():
                for place in [place for place, screen in there.items() if screen.message.is_dead]:
                    del there[place]
            self._open = {each: there for each, there in self._open.items() if there}


class _Overtaken(Exception):
    """The person has acted meanwhile: what that shows is newer."""


class _Change:
    """A message that is open, to show something else in; or in a new one at the bottom, in its place."""

    yields = False
    lost = False

    def __init__(self, user_id: int, screen: Screen, moves: bool, is_overtaken: Callable[[], bool]) -> None:
        self.user_id = user_id
        self.screen = screen
        self.private: Private | None = None
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


def _seat(table: Table, user_id: int) -> str | None:
    """The person's seat in a game that is under way; those of a lobby move up."""
    seat = table.find(user_id) if table.status is not Status.LOBBY else None
    return seat.seat if seat is not None else None


def _is_asked(table: Table, user_id: int) -> bool:
    seat = table.find(user_id)
    return seat is not None and table.status is Status.RUNNING and table.decision(seat.seat) is not None
