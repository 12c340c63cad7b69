"""Hands everything that waits to whoever looks after its kind, when its moment has come.

What waits is a row in storage, set in the transaction of what brings it about, so that no crash loses it. A row says no
more than when to look: its handler asks what is true then. So it does no harm that a row is handed over again when the
bot was killed before it could be taken away, and that a click at the same moment made it needless.
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
"""Seconds after which it looks at the clock again, however long there is nothing to do: the machine's clock may have
been set, the machine may have slept."""
_RETRY = timedelta(seconds=30)
_LONGEST_RETRY = timedelta(hours=1)
_AT_ONCE = 50
"""Rows that are at work at once, at most."""
_ALIVE_EVERY = timedelta(seconds=20)
_AWAY = 120.0
"""Seconds without a look, after which the bot was away: its machine has slept, nothing could be stored, or Discord was
away, perhaps from some of the shards alone."""
_NEVER, _ALWAYS = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


class Handler(Protocol):
    """Looks after one kind of what waits. Both methods may come twice for the same, and may come too late."""

    async def due(self, timer: Timer) -> datetime | None:
        """Do what is to be done now, if it still is; the moment at which to look again, or None: never.

        `timer` may be `damaged`: then nothing of it but its kind, its game and what it is about can be relied on.
        """

    async def resume(self, gone: datetime | None, share: Share) -> None:
        """The bot is back for the people of these games, before anything of theirs is handed over: it was started, its
        machine has slept, for a while nothing could be stored, or they could not reach it. It was last there at that
        moment (None: nobody knows)."""


class Alarm:
    """One task that sleeps until the earliest row is due, for the kinds that there are handlers for.

    What fails is tried again, ever later, and holds nothing else up.
    """

    def __init__(
        self,
        store: Storage,
        clock: Clock,
        there: Callable[[], Share] | None = None,
        elsewhere: tuple[type[Exception], ...] = (),
    ) -> None:
        """there: of which games the people can do anything here; nothing is handed over before any can. `poke` it when
        that becomes more. elsewhere: by which handlers say that a row is another process's by now, which hands it over.
        """
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
        """Rows that could not be handled: until when they are left alone, and how long that is."""
        self._alive = _NEVER
        self._gone: datetime | None = None
        """When whoever was here before went."""
        self._looked = dict[int, float]()
        """When it last could look, by shard."""
        self._next = _ALWAYS
        """When it looks again by itself."""
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    def on(self, kind: str, handler: Handler, *, for_people: bool = False) -> None:
        """Hand rows of this kind to it. for_people: they say until when people can do something, and wait while these
        cannot."""
        self._handlers[kind] = handler
        if for_people:
            self._for_people.add(kind)

    async def start(self) -> None:
        """Begin to let every handler take up what was left, and then to hand over what is due. It does not wait."""
        self._clock.moved.append(self.poke)
        self._task = asyncio.create_task(self._run(), name="alarm")
        self.poke()

    def poke(self, _: object = None) -> None:
        """Something may be due, or be due at another moment."""
        self._poked.set()
        if self._task is not None and not self._task.done():
            self._resting.clear()

    async def next(self) -> datetime | None:
        """When the next of all rows is due, as far as is known; None: nothing waits."""
        _, following = await self._store.timers.look(self._clock.now(), self._handlers, (), 0, False)
        return following

    def changed(self, _: object = None) -> None:
        """Rows may have been set: look, if one is due before the next look."""
        soonest = self._store.timers.soonest
        if soonest is not None and soonest < self._next:
            self.poke()

    async def idle(self) -> None:
        """Until everything is handled that is due now, and did not fail."""
        await self._resting.wait()

    async def stop(self) -> None:
        """Hand over no more; what is under way is finished."""
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
                self._next = _ALWAYS  # what is set while it looks may have been set too late for that
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
        """Whether all have taken up what was left: not while nothing can be stored, nor once it is to stop."""
        now = self._clock.elapsed()
        new = [shard for shard in there.ids if shard not in self._looked]
        back = [shard for shard in there.ids if now - self._looked.get(shard, now) > _AWAY]
        try:
            if new or back:
                key = remembered.alive(self._store.share)
                if (kept := await self._store.meta.get(key)) is not None:
                    await self._store.meta.set(key, kept)  # nothing is taken up before that can be stored
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
        """What fails here is handed over as it is: too soon for somebody, but not lost. Raises DatabaseAway."""
        for handler in self._handlers.values():
            try:
                if not self._stopped:
                    await handler.resume(gone, share)
            except DatabaseAway:
                raise
            except Exception:
                log.exception("what was left when the bot went could not be taken up")

    async def _look(self, there: Share) -> float:
        """Hand over what is due there; the seconds after which to look again."""
        now = self._clock.now()
        try:
            if thorough := now - self._alive >= _ALIVE_EVERY:
                if self._looked.keys() <= set(there.ids):  # who is cut off until a restart has a fair rest then
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
