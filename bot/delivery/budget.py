"""What Discord takes of a bot, shared out: what somebody waits for goes before what tidies up.

Answers to clicks and commands are not part of it: Discord does not count them, so they never wait here.
"""

from __future__ import annotations

import asyncio
import bisect
import itertools
import math
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

_MARGIN = 1.02
"""How much longer than Discord's the times here are: requests do not all take equally long."""
_KEPT = 1000
"""Routes of which is known what went out; when there are more, those of long ago are forgotten."""


class Urgency(Enum):
    """The seconds by which what comes later may overtake a request: so all get their turn."""

    CALLS = 0.0
    """Somebody is told that it is their move, or waits for it otherwise."""
    SHOWS = 1.0
    """What has happened, where all see it."""
    TIDIES = 5.0
    """Takes away what is over, or is looked at later."""


class Kind(Enum):
    """Requests that Discord limits by channel."""

    POST = "post"
    EDIT = "edit"


_BY_CHANNEL = {Kind.POST: (5, 5.0), Kind.EDIT: (5, 5.0)}
"""How many in how many seconds. Discord says so only when it refuses the next one, and discord.py keeps to that."""


class Route(NamedTuple):
    """Requests of one kind to one channel."""

    kind: Kind
    channel_id: int


Wanted = Callable[[], Awaitable[tuple[Urgency, Route]]]


class _Window:
    """At most so many requests within so many seconds, whenever these begin."""

    def __init__(self, most: float, seconds: float) -> None:
        self._most = most
        self._seconds = seconds * _MARGIN
        self._sent = deque[float]()
        """When the last of them went out, the earliest first."""

    def opens(self, now: float) -> float:
        """From when on there is room for one more: `now`, or later."""
        while self._sent and self._sent[0] + self._seconds <= now:
            self._sent.popleft()
        return now if len(self._sent) < self._most else self._sent[0] + self._seconds

    def take(self, now: float) -> None:
        self._sent.append(now)

    def give_back(self, taken: float) -> None:
        """What was taken then is not needed; nothing, where it does not count any more."""
        with suppress(ValueError):
            self._sent.remove(taken)

    def is_empty(self, now: float) -> bool:
        """Whether nothing in it counts any more."""
        return not self._sent or self._sent[-1] + self._seconds <= now


class _Waiting(NamedTuple):
    due: float
    number: int
    route: Route | None
    admitted: asyncio.Future[float]
    """Whether it may go out, and since when."""


@dataclass
class _Turn:
    """What a request was given leave for, before it is known whether there is one."""

    due: float
    route: Route
    given: float | None
    """When; None once it is used."""


_TURN: ContextVar[_Turn | None] = ContextVar("turn", default=None)


class Budget:
    """At most `most` requests within a second, and what a channel takes; the others wait in order of their urgency."""

    def __init__(self, most: float = math.inf) -> None:
        self._is_limited = most < math.inf
        self._all = _Window(most, 1.0)
        self._routes: dict[Route, _Window] = {}
        self._waiting: list[_Waiting] = []
        self._numbers = itertools.count()
        self._timer: asyncio.Handle | None = None
        self._goes_on_at = math.inf
        """When the timer is for: a moment that has come has no timer on every loop, so it cannot be asked."""

    @property
    def waiting(self) -> int:
        """Requests that wait for their turn."""
        return len(self._waiting)

    def is_free(self, route: Route | None = None) -> bool:
        """Whether a request to there would go out at once."""
        now = asyncio.get_running_loop().time()
        return not self._waiting and self._opens(route, now) <= now

    async def admit(self, urgency: Urgency, route: Route | None = None) -> None:
        """Until a request may go out now."""
        if not self._is_limited:
            return
        now, turn = asyncio.get_running_loop().time(), _TURN.get()
        due, is_next = now + urgency.value, not self._waiting
        if turn is not None and turn.given is not None:
            self._give_back(turn.route, turn.given)  # what counts is when the request goes out
            due, is_next, turn.given = turn.due, True, None
        if is_next and self._opens(route, now) <= now:
            self._take(route, now)
            return
        waiting = self._wait(due, route)
        try:
            await waiting.admitted
        except asyncio.CancelledError:
            self._give_up(waiting)
            raise

    @asynccontextmanager
    async def turn(self, wanted: Wanted, changed: asyncio.Event) -> AsyncIterator[None]:
        """Wait before it is worked out what a request says, so that it says what is true when it goes out.

        `wanted` is asked what it is to be; again, should `changed` be set meanwhile, which is cleared then. The first
        request within goes out at once, but for one that comes so late that others have gone out in its place; if there
        is none, another may.
        """
        if not self._is_limited:
            yield
            return
        since = asyncio.get_running_loop().time()
        urgency, route = await wanted()
        while (given := await self._comes(since + urgency.value, route, changed)) is None:
            changed.clear()
            urgency, route = await wanted()
        turn = _Turn(since + urgency.value, route, given)
        token = _TURN.set(turn)
        try:
            yield
        finally:
            _TURN.reset(token)
            if turn.given is not None:
                self._give_back(route, turn.given)
                turn.given = None  # what was begun within and still runs has no turn any more

    async def _comes(self, due: float, route: Route, changed: asyncio.Event) -> float | None:
        """Until the request may go out, and since when; None once that is set."""
        now = asyncio.get_running_loop().time()
        if self.is_free(route):
            self._take(route, now)
            return now
        waiting = self._wait(due, route)
        change: asyncio.Future[Any] = asyncio.ensure_future(changed.wait())
        try:
            await asyncio.wait((waiting.admitted, change), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._give_up(waiting)
            raise
        finally:
            change.cancel()
        if not waiting.admitted.done():
            self._leave(waiting)
            return None
        return waiting.admitted.result()

    def _wait(self, due: float, route: Route | None) -> _Waiting:
        loop = asyncio.get_running_loop()
        waiting = _Waiting(due, next(self._numbers), route, loop.create_future())
        bisect.insort(self._waiting, waiting)
        self._wake(self._opens(route, loop.time()))
        return waiting

    def _give_up(self, waiting: _Waiting) -> None:
        if waiting.admitted.done() and not waiting.admitted.cancelled():
            self._give_back(waiting.route, waiting.admitted.result())
        else:
            self._leave(waiting)

    def _leave(self, waiting: _Waiting) -> None:
        at = bisect.bisect_left(self._waiting, waiting)
        if self._waiting[at : at + 1] == [waiting]:
            del self._waiting[at]

    def _windows(self, route: Route | None) -> tuple[_Window, ...]:
        """Those that limit it: nothing that counts went out to a route without one."""
        window = None if route is None else self._routes.get(route)
        return (self._all,) if window is None else (self._all, window)

    def _opens(self, route: Route | None, now: float) -> float:
        """From when on a request to there may go out: `now`, or later."""
        return max(window.opens(now) for window in self._windows(route))

    def _take(self, route: Route | None, now: float) -> None:
        if route is not None and route not in self._routes:
            if len(self._routes) > _KEPT:
                self._routes = {each: kept for each, kept in self._routes.items() if not kept.is_empty(now)}
            self._routes[route] = _Window(*_BY_CHANNEL[route.kind])
        for window in self._windows(route):
            window.take(now)

    def _give_back(self, route: Route | None, taken: float) -> None:
        for window in self._windows(route):
            window.give_back(taken)
        self._wake(asyncio.get_running_loop().time())

    def _wake(self, moment: float) -> None:
        """Go on then at the latest, if anybody waits."""
        if self._waiting and moment < self._goes_on_at:
            if self._timer is not None:
                self._timer.cancel()
            self._goes_on_at = moment
            self._timer = asyncio.get_running_loop().call_at(moment, self._go_on)

    def _go_on(self) -> None:
        """Let as many go out as may, and go on when there is room for another."""
        self._timer, self._goes_on_at = None, math.inf
        now, next_time, still = asyncio.get_running_loop().time(), math.inf, list[_Waiting]()
        for at, each in enumerate(self._waiting):
            if self._all.opens(now) > now:  # then nobody may, wherever to: a long queue is not looked through
                next_time = self._all.opens(now)
                still += self._waiting[at:]
                break
            if each.admitted.done():  # nobody waits for it any more
                continue
            opens = self._opens(each.route, now)
            if opens <= now:
                self._take(each.route, now)
                each.admitted.set_result(now)
            else:
                still.append(each)
                next_time = min(next_time, opens)
        self._waiting = still
        self._wake(next_time)
