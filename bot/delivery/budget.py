"""Shares out Discord's rate limits: what somebody waits for goes before what tidies up.

Answers to interactions are not included: Discord does not count them, so they never wait here.
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
"""Factor by which the time windows here are longer than Discord's, as requests do not all take equally long."""
_KEPT = 1000
"""Routes whose requests are remembered; when there are more, those without recent requests are forgotten."""


class Urgency(Enum):
    """How many seconds later a more urgent request may come and still overtake this one; so every request gets its
    turn."""

    CALLS = 0.0
    """Tells somebody that it is their move, or somebody waits for it otherwise."""
    SHOWS = 1.0
    """Shows what has happened, where everybody sees it."""
    TIDIES = 5.0
    """Deletes what is over, or shows what is looked at later."""


class Kind(Enum):
    """Kinds of requests that Discord rate-limits by channel."""

    POST = "post"
    EDIT = "edit"


_BY_CHANNEL = {Kind.POST: (5, 5.0), Kind.EDIT: (5, 5.0)}
"""How many requests in how many seconds. Discord states these limits only when it refuses a request, and discord.py
learns them only then."""


class Route(NamedTuple):
    """Requests of one kind to one channel."""

    kind: Kind
    channel_id: int


Wanted = Callable[[], Awaitable[tuple[Urgency, Route]]]


class _Window:
    """A sliding window: at most `most` requests within any period of `seconds`."""

    def __init__(self, most: float, seconds: float) -> None:
        self._most = most
        self._seconds = seconds * _MARGIN
        self._sent = deque[float]()
        """When the requests that may still count went out, earliest first."""

    def opens(self, now: float) -> float:
        """Return when there is room for one more request: `now`, or later."""
        while self._sent and self._sent[0] + self._seconds <= now:
            self._sent.popleft()
        return now if len(self._sent) < self._most else self._sent[0] + self._seconds

    def take(self, now: float) -> None:
        self._sent.append(now)

    def give_back(self, taken: float) -> None:
        """Give back what was taken at that moment and not used. Does nothing if it no longer counts."""
        with suppress(ValueError):
            self._sent.remove(taken)

    def is_empty(self, now: float) -> bool:
        """Return whether none of its requests counts any more."""
        return not self._sent or self._sent[-1] + self._seconds <= now


class _Waiting(NamedTuple):
    due: float
    number: int
    route: Route | None
    admitted: asyncio.Future[float]
    """Done once the request may go out; its result is since when."""


@dataclass
class _Turn:
    """Permission to send one request, given before it is known whether there will be one."""

    due: float
    route: Route
    given: float | None
    """When it was given; None once it is used or given back."""


_TURN: ContextVar[_Turn | None] = ContextVar("turn", default=None)


class Budget:
    """Allows at most `most` requests per second, and what each channel takes; others wait in order of their urgency."""

    def __init__(self, most: float = math.inf) -> None:
        self._is_limited = most < math.inf
        self._all = _Window(most, 1.0)
        self._routes: dict[Route, _Window] = {}
        self._waiting: list[_Waiting] = []
        self._numbers = itertools.count()
        self._timer: asyncio.Handle | None = None
        self._goes_on_at = math.inf
        """When `_timer` is due. It cannot be asked: for a moment that has passed, not every event loop returns a handle
        that knows it."""

    @property
    def waiting(self) -> int:
        """The number of requests that wait for their turn."""
        return len(self._waiting)

    def is_free(self, route: Route | None) -> bool:
        """Return whether a request on this route would go out at once."""
        now = asyncio.get_running_loop().time()
        return not self._waiting and self._opens(route, now) <= now

    async def admit(self, urgency: Urgency, route: Route | None = None) -> None:
        """Wait until a request may go out."""
        if not self._is_limited:
            return
        now, turn = asyncio.get_running_loop().time(), _TURN.get()
        due, is_next = now + urgency.value, not self._waiting
        if turn is not None and turn.given is not None:
            self._give_back(turn.route, turn.given)  # Discord counts from when the request goes out
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
        """Wait for a request's turn before its content is made, so that it says what is true when it goes out.

        `wanted` returns the urgency and route of the request; it is asked again if `changed` is set during the wait,
        which clears that. The first request inside the block goes out at once, unless it comes so late that others have
        taken its place. If the block sends none, another request may go out instead.
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
                turn.given = None  # a task that was started in the block and still runs has no turn any more

    async def _comes(self, due: float, route: Route, changed: asyncio.Event) -> float | None:
        """Wait until the request may go out, and return since when; None if `changed` is set first."""
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
        """Return the windows that limit a route. One without a window of its own has sent nothing that counts."""
        window = None if route is None else self._routes.get(route)
        return (self._all,) if window is None else (self._all, window)

    def _opens(self, route: Route | None, now: float) -> float:
        """Return when a request on this route may go out: `now`, or later."""
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
        """Let `_go_on` run at that moment or earlier, if anything waits."""
        if self._waiting and moment < self._goes_on_at:
            if self._timer is not None:
                self._timer.cancel()
            self._goes_on_at = moment
            self._timer = asyncio.get_running_loop().call_at(moment, self._go_on)

    def _go_on(self) -> None:
        """Let out as many requests as may go, and run again when there is room for another."""
        self._timer, self._goes_on_at = None, math.inf
        now, next_time, still = asyncio.get_running_loop().time(), math.inf, list[_Waiting]()
        for at, each in enumerate(self._waiting):
            if self._all.opens(now) > now:  # then none may go, on any route: do not look through a long queue
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
