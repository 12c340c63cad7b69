"""The reconcilers of many things, such as the messages of all games. Each is created on first use."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

from bot.delivery.reconciler import Reconciler

_KEPT = 1000
"""When there are more reconcilers, those that are done are dropped."""
_AT_ONCE = 16
"""Ids that `go_over` works on at the same time."""


class Reconcilers:
    """One reconciler for each kind of message of each thing. Things are known by an id."""

    def __init__(
        self,
        work: Callable[[str, str], Awaitable[None]],
        retry: float,
        rested: Callable[[str], object] = lambda _: None,
    ) -> None:
        """work: brings one kind of message up to date; called with the id and the kind. rested: called with the id when
        one of its reconcilers has dealt with its pokes, successfully or not."""
        self._work = work
        self._retry = retry
        self._rested = rested
        self._all: dict[str, dict[str, Reconciler]] = {}
        """By the id of what they are about, then by kind."""
        self._count = 0
        self._most = _KEPT
        self.closed = False
        """Whether nothing begins any more."""

    def of(self, about: str, kind: str) -> Reconciler:
        """Return the reconciler of this kind for this id, created if need be."""
        found = self._all.get(about, {}).get(kind)
        if found is None:
            if self._count > self._most:
                self._tidy()
            work, rested = partial(self._work, about, kind), partial(self._rested, about)
            found = Reconciler(f"{about} {kind}", work, self._retry, rested, closed=self.closed)
            self._all.setdefault(about, {})[kind] = found
            self._count += 1
        return found

    def poke(self, about: str, *kinds: str) -> None:
        """Poke the reconcilers of these kinds, because something has changed that concerns them."""
        for kind in kinds:
            self.of(about, kind).poke()

    def poking(self, *kinds: str) -> Callable[[str], None]:
        """Return a function that pokes these kinds of the id it is given."""
        return lambda about: self.poke(about, *kinds)

    def _tidy(self) -> None:
        for about, kinds in [*self._all.items()]:
            self._all[about] = {kind: each for kind, each in kinds.items() if not each.done}
            if not self._all[about]:
                del self._all[about]
        self._count = sum(map(len, self._all.values()))
        self._most = max(_KEPT, 2 * self._count)

    def are_done(self, about: str, kinds: Iterable[str]) -> bool:
        """Return whether none of these kinds is running or has a retry scheduled."""
        known = self._all.get(about, {})
        return all(known[kind].done for kind in kinds if kind in known)

    @property
    def busy(self) -> int:
        """How many are running."""
        return sum(each.busy for each in self._those())

    @property
    def retrying(self) -> int:
        """How many have a retry scheduled."""
        return sum(each.will_retry for each in self._those())

    async def idle(self, about: str | None = None) -> None:
        """Wait until none (of this id, if given) is running; scheduled retries do not count."""
        while busy := [each for each in self._those(about) if each.busy]:
            await asyncio.gather(*(each.idle() for each in busy))

    async def go_over(self, about: Iterable[str], poke: Callable[[str], object]) -> None:
        """Poke these ids, some at a time: the next one as soon as one of them has nothing running."""
        to_come = iter(about)

        async def look_over() -> None:
            for each in to_come:
                poke(each)
                await self.idle(each)

        await asyncio.gather(*(look_over() for _ in range(_AT_ONCE)))

    def try_again(self, about: Iterable[str]) -> None:
        """Retry at once whatever has a retry scheduled for these ids."""
        for each in about:
            for known in self._those(each):
                if known.will_retry:
                    known.poke()

    async def stop(self, within: float = 0.0) -> None:
        """Begin nothing more, and retry nothing; wait at most so many seconds for what is running, then cancel it."""
        self.closed = True
        for each in self._those():
            each.close()
        await asyncio.gather(*(each.stop(within) for each in self._those()))

    def _those(self, about: str | None = None) -> list[Reconciler]:
        """Return all reconcilers, or those of this id."""
        found = self._all.values() if about is None else (self._all.get(about, {}),)
        return [each for kinds in found for each in kinds.values()]
