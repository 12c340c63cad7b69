"""Hands each stored timer that is due to the handler of its kind.

A timer is a row in storage, written in the transaction that gives rise to it, so no crash loses it. It says only when
to look; its handler then checks what is true. So it does no harm if a timer is handed over again because the bot was
killed before it could delete the row, or if a click at the same moment has made it needless.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Protocol

from bot import remembered
from bot.clock.clock import Clock
from storage import DatabaseAway, Share, Storage, Timer, moment

log = logging.getLogger(__name__)

_LONGEST = 30.0
"""Longest sleep in seconds between two looks at the clock, even with nothing to do: the machine's clock may have been
set, or the machine may have slept."""
_RETRY = timedelta(seconds=30)
_LONGEST_RETRY = timedelta(hours=1)
_AT_ONCE = 50
"""Timers handled at the same time, at most."""
_ALIVE_EVERY = timedelta(seconds=20)
_AWAY = 120.0
"""Seconds without a look after which the bot counts as having been away: its machine slept, nothing could be stored, or
Discord was out of reach, perhaps for some shards only."""
_NEVER, _ALWAYS = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


class Handler(Protocol):
    """Handles one kind of timer. Both methods must be idempotent: they may be called twice for the same thing, or
    late."""

    async def due(self, timer: Timer) -> datetime | None:
        """Do what is due, if that still applies. Return when to look again, or None for never.

        `timer` may be `damaged`: then only its kind, its game and what it is about can be relied on.
        """

    async def resume(self, gone: datetime | None, share: Share) -> None:
        """Make up for the time in which people could not reach the bot. Called before any timer of these games is
        handed over.

        The bot was started, its machine has slept, nothing could be stored for a while, or Discord was out of reach for
        the shards of `share`. gone: when the bot was last there; None if unknown.
        """


class Alarm:
    """One task that sleeps until the next timer is due, of the kinds that have a handler.

    A handler that fails is tried again, with growing pauses, and holds up no other.
    """

    def __init__(
        self,
        store: Storage,
        clock: Clock,
        there: Callable[[], Share] | None = None,
        elsewhere: tuple[type[Exception], ...] = (),
    ) -> None:
        """there: returns the share of games whose people can reach the bot now; nothing is handed over while that is
        empty. Call `poke` when it grows. elsewhere: the errors by which a handler says that the timer now belongs to
        another process, which will handle it."""
        self._store = store
        self._clock = clock
        self._there = there or (lambda: store.share)
        self._elsewhere = elsewhere
        self._handlers: dict[str, Handler] = {}
        self._for_people = set[str]()
        self._poked = asyncio.Event()
        self._resting = asyncio.Event()
        self._resting.set()
        self._at_work: dict[int, asyncio.Task[None]] = {}
        self._failed: dict[int, tuple[datetime, timedelta]] = {}
        """Timers whose handler failed, by id: until when each is left alone, and how long that pause is."""
        self._alive = _NEVER
        self._gone: datetime | None = None
        """When the previous run of the bot was last there; None if unknown."""
        self._looked = dict[int, float]()
        """When it could last look, by shard, in seconds as `Clock.elapsed` counts them."""
        self._next = _ALWAYS
        """When it looks again unless poked."""
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    def on(self, kind: str, handler: Handler, *, for_people: bool = False) -> None:
        """Hand timers of this kind to this handler. for_people: these timers end the time in which people can do
        something, so they wait while those people cannot reach the bot."""
        self._handlers[kind] = handler
        if for_people:
            self._for_people.add(kind)

    async def start(self) -> None:
        """Start in the background: let every handler resume, then hand over what is due."""
        self._clock.moved.append(self.poke)
        self._task = asyncio.create_task(self._run(), name="alarm")
        self.poke()

    def poke(self, _: object = None) -> None:
        """Look now, as a timer may be due, or may have another moment."""
        self._poked.set()
        if self._task is not None and not self._task.done():
            self._resting.clear()

    async def next(self) -> datetime | None:
        """Return when the next timer after now is due, of the kinds that have a handler; None if there is none."""
        _, following = await self._store.timers.look(self._clock.now(), self._handlers, (), 0, False)
        return following

    def changed(self, _: object = None) -> None:
        """Look earlier if a timer was set that is due before the next look."""
        soonest = self._store.timers.soonest
        if soonest is not None and soonest < self._next:
            self.poke()

    async def idle(self) -> None:
        """Wait until every timer that is due now is handled, except those whose handler failed."""
        await self._resting.wait()

    async def stop(self) -> None:
        """Hand over no more timers, and wait for the handlers that are running."""
        self._stopped = True
        if self._task is None:
            return
        with suppress(ValueError):
            self._clock.moved.remove(self.poke)
        self.poke()
        await self._task
        await asyncio.gather(*self._at_work.values())
        self._resting.set()

    async def _run(self) -> None:
        try:
            while not self._stopped:
                self._poked.clear()
                self._next = _ALWAYS  # a timer set during the look may come too late to be found by it
                wait = _LONGEST
                if (there := self._there()).ids and await self._resume(there):
                    wait = await self._look(there)
                self._next = self._clock.now() + timedelta(seconds=wait)
                if not self._at_work and not self._poked.is_set():
                    self._resting.set()
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._poked.wait()
        finally:
            self._resting.set()

    async def _resume(self, there: Share) -> bool:
        """Let the handlers resume for shards that are new or were away.

        Return whether timers may be handed over now: not while nothing can be stored, nor once the alarm is to stop.
        """
        now = self._clock.elapsed()
        new = [shard for shard in there.ids if shard not in self._looked]
        back = [shard for shard in there.ids if now - self._looked.get(shard, now) > _AWAY]
        try:
            if new or back:
                key = remembered.alive(self._store.share)
                if (kept := await self._store.meta.get(key)) is not None:
                    await self._store.meta.set(key, kept)  # resume nothing before storing works again
                if not self._looked:
                    self._gone = moment(kept)
            if new:
                await self._take_up(self._gone, Share(new, there.shards))
            if back:
                away = timedelta(seconds=now - min(self._looked[shard] for shard in back))
                await self._take_up(self._clock.now() - away, Share(back, there.shards))
        except Exception:
            log.exception("what was left when the bot went cannot be taken up yet")
            return False
        self._looked |= dict.fromkeys([*new, *back], now)
        return not self._stopped

    async def _take_up(self, gone: datetime | None, share: Share) -> None:
        """Let every handler resume. One that fails is logged: its timers are then handed over as they are, too early
        for somebody perhaps, but none is lost. Raises DatabaseAway."""
        for handler in self._handlers.values():
            try:
                if not self._stopped:
                    await handler.resume(gone, share)
            except DatabaseAway:
                raise
            except Exception:
                log.exception("what was left when the bot went could not be taken up")

    async def _look(self, there: Share) -> float:
        """Hand over what is due there. Return the seconds until the next look."""
        now = self._clock.now()
        try:
            if thorough := now - self._alive >= _ALIVE_EVERY:
                if self._looked.keys() <= set(there.ids):  # else who is cut off would get no fair rest after a restart
                    await self._store.meta.set(remembered.alive(self._store.share), now.isoformat())
                self._alive = now
            self._failed = {each: kept for each, kept in self._failed.items() if kept[0] > now - _LONGEST_RETRY}
            resting = {each: until for each, (until, _) in self._failed.items() if until > now}
            left_alone = {*self._at_work, *resting}
            within = dict.fromkeys(self._for_people, there)
            self._store.timers.forget_soonest()
            room = _AT_ONCE - len(self._at_work)
            due, following = await self._store.timers.look(now, self._handlers, left_alone, room, thorough, within)
            for timer in due:
                self._at_work[timer.id] = asyncio.create_task(self._hand_over(timer), name=f"timer {timer.kind}")
        except Exception:
            log.exception("nobody knows what is due")
            return _LONGEST
        self._looked |= dict.fromkeys(there.ids, self._clock.elapsed())
        moments = [*resting.values(), *([following] if following else [])]
        return min([_LONGEST, *((moment - now).total_seconds() for moment in moments)])

    async def _hand_over(self, timer: Timer) -> None:
        extra = {"game": timer.game_id, "kind": timer.kind}
        if timer.damaged:
            log.error("a timer cannot be read; it counts as due", extra=extra)
        try:
            again = await self._handlers[timer.kind].due(timer)
            await self._store.timers.done(timer, again)
        except Exception as error:
            if not isinstance(error, self._elsewhere):
                log.exception("what was due could not be done", extra=extra)
            _, before = self._failed.get(timer.id, (None, _RETRY / 2))
            wait = min(2 * before, _LONGEST_RETRY)
            self._failed[timer.id] = self._clock.now() + wait, wait
        else:
            self._failed.pop(timer.id, None)
        finally:
            del self._at_work[timer.id]
            self.poke()
