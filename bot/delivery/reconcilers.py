"""The reconcilers of many things, such as the messages of all games: each is made when it is first asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

from bot.delivery.reconciler import Reconciler

_KEPT = 1000
"""When there are more, those that are done are forgotten."""


class Reconcilers:
    """One for each kind of message of each thing, which is known by an id."""

    def __init__(
        self,
        work: Callable[[str, str], Awaitable[None]],
        retry: float,
        rested: Callable[[str], object] = lambda _: None,
    ) -> None:
        """work: brings up to date what is of this kind, of what has this id. rested: called with the id when one of its
        reconcilers has done what it was poked for, however that came out."""
        self._work = work
        self._retry = retry
        self._rested = rested
        self._all: dict[tuple[str, str], Reconciler] = {}
        self._most = _KEPT

    def of(self, about: str, kind: str) -> Reconciler:
        """The one of this kind."""
        found = self._all.get((about, kind))
        if found is None:
            if len(self._all) > self._most:
                self._all = {key: each for key, each in self._all.items() if not each.done}
                self._most = max(_KEPT, 2 * len(self._all))
            work, rested = partial(self._work, about, kind), partial(self._rested, about)
            found = self._all[about, kind] = Reconciler(f"{about} {kind}", work, self._retry, rested)
        return found

    def are_done(self, about: str, kinds: Iterable[str]) -> bool:
        """Whether nothing is under way of these kinds, and nothing is to be tried again."""
        return all((each := self._all.get((about, kind))) is None or each.done for kind in kinds)

    @property
    def busy(self) -> int:
        """How many have something under way."""
        return sum(each.busy for each in self._all.values())

    @property
    def retrying(self) -> int:
        """How many are to try again later."""
        return sum(not each.done and not each.busy for each in self._all.values())

    async def idle(self, about: str | None = None) -> None:
        """Until none (of this id) has anything under way; failures that are to be tried again later do not count."""
        while busy := [each for (other, _), each in self._all.items() if each.busy and about in (None, other)]:
            await asyncio.gather(*(each.idle() for each in busy))

    async def stop(self) -> None:
        """Give up what is under way, and what was to be tried again."""
        await asyncio.gather(*(each.stop() for each in self._all.values()))
