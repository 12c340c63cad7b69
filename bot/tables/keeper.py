"""What is in use of what storage has: one lock for each, and those that were used last kept alive."""

from __future__ import annotations

import asyncio
import weakref
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Generic, Protocol, TypeVar

from cachetools import LRUCache

from bot.tables.errors import Elsewhere, Refusal
from storage import DatabaseAway, Game, Storage, Tale

DOUBT = 1.0
"""Seconds after which those are told of a change of which nobody could say whether it was stored."""


class Kept(Protocol):
    """What can be kept: it is never altered, and a change makes another one of it."""

    @property
    def id(self) -> str: ...
    @property
    def row(self) -> Game | Tale: ...


T = TypeVar("T", bound=Kept)


class Keeper(ABC, Generic[T]):
    """Loads by ids, and keeps the last `most`. Whoever changes one holds it, and never talks to Discord meanwhile.

    refusals: turns errors of storage that a person can understand into refusals. `changed` are called with the id of
    each that is another than before; they must not block or raise.
    """

    def __init__(self, store: Storage, most: int, refusals: Callable[[], AbstractContextManager[None]]) -> None:
        self.store = store
        self.changed: list[Callable[[str], None]] = []
        self._refusals = refusals
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._kept: LRUCache[str, T] = LRUCache(most)
        self._cleared = 0
        """How often all was to be loaded anew: what was being read or changed meanwhile may be what was before."""

    @abstractmethod
    async def _load(self, key: str) -> T:
        """It as it is stored."""

    def _taken(self, kept: T) -> None:
        """Somebody holds it from now on, who may change it."""

    def _told(self, kept: T) -> None:
        """It is another than before."""
        self.tell(kept.id)

    def keeps(self, key: str) -> bool:
        """Whether it is among those that are kept: then it is ours."""
        return key in self._kept

    def is_ours(self, kept: T) -> bool:
        """Whether this process holds it: no other changes it, or writes of it."""
        return self.store.share.has(kept.row.guild_id)

    def ours(self, kept: T) -> T:
        """It, if this process holds it. Raises Elsewhere."""
        if not self.is_ours(kept):
            raise Elsewhere(kept.id)
        return kept

    def known(self, key: str) -> T | None:
        """It as it stands, if it is among those that are kept."""
        return self._kept.get(key)

    async def look(self, key: str) -> T:
        """It as it stands, for reading. Raises NoGame, WrongMoment."""
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        async with self._lock(key):
            return await self._get(key)

    @asynccontextmanager
    async def hold(self, key: str) -> AsyncIterator[T]:
        """It, for changing it. What storage refuses comes out as a Refusal. Raises NoGame, WrongMoment, Elsewhere."""
        async with self._lock(key):
            before = self._cleared
            with self._refusals():
                try:
                    kept = self.ours(await self._get(key))
                    self._taken(kept)
                    yield kept
                except Refusal:  # nothing has changed
                    raise
                except BaseException as error:  # nobody knows whether anything is stored
                    self.drop(key)
                    if isinstance(error, DatabaseAway):
                        asyncio.get_running_loop().call_later(DOUBT, self.tell, key)
                    raise
                finally:
                    if before != self._cleared:
                        self.drop(key)

    def put(self, kept: T) -> None:
        """It has changed, and that is stored. The caller holds it."""
        self._keep(kept)
        self._told(kept)

    async def reload(self, key: str) -> T:
        """After a change that storage made: it as it is now. The caller holds it."""
        self.drop(key)
        kept = await self._get(key)
        self._told(kept)
        return kept

    def drop(self, key: str) -> None:
        """Load it anew next time."""
        self._kept.pop(key, None)

    def clear(self) -> None:
        """Load everything anew."""
        self._cleared += 1
        self._kept.clear()

    def tell(self, key: str) -> None:
        for listener in self.changed:
            listener(key)

    def _lock(self, key: str) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    async def _get(self, key: str) -> T:
        kept = self._kept.get(key)
        if kept is None:
            before = self._cleared
            with self._refusals():
                kept = await self._load(key)
            if before == self._cleared:
                self._keep(kept)
        return kept

    def _keep(self, kept: T) -> None:
        if self.is_ours(kept):
            self._kept[kept.id] = kept
        else:
            self.drop(kept.id)  # whoever holds it changes it, and nobody tells us
