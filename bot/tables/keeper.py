"""A cache of stored objects: one lock for each, and the most recently used kept in memory."""

from __future__ import annotations

import asyncio
import weakref
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Generic, Protocol, TypeVar

from cachetools import LRUCache

from bot.tables.errors import Elsewhere, Refusal
from storage import Conflict, DatabaseAway, Game, Storage, Tale

DOUBT = 1.0
"""Seconds to wait before telling listeners of a change when it is unknown whether it was stored, or what is."""


class Kept(Protocol):
    """What a Keeper can cache. It is immutable; a change replaces it with a new object."""

    @property
    def id(self) -> str: ...
    @property
    def row(self) -> Game | Tale: ...


T = TypeVar("T", bound=Kept)


class Keeper(ABC, Generic[T]):
    """Loads objects by id and caches up to `most`. Whoever changes one holds its lock, and meanwhile never talks to
    Discord and looks at other objects with `read` only. (Where a lobby gives way to a game both are held, the lobby
    first.)

    refusals: a context manager that turns storage errors a person can understand into refusals. `changed` listeners are
    called with the id of each object that has changed; they must not block or raise.
    """

    def __init__(self, store: Storage, most: int, refusals: Callable[[], AbstractContextManager[None]]) -> None:
        self.store = store
        self.changed: list[Callable[[str], None]] = []
        self._refusals = refusals
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._kept: LRUCache[str, T] = LRUCache(most)
        self._cleared = 0
        """How often the cache was cleared. What was read or held across a clear may be outdated, and is not kept."""

    @abstractmethod
    async def _load(self, key: str) -> T:
        """Load the object from storage."""

    def _on_held(self, kept: T) -> None:
        """Called when somebody has taken the lock and may change the object."""

    def _on_changed(self, kept: T) -> None:
        """Called when the object has changed."""
        self.notify(kept.id)

    def keeps(self, key: str) -> bool:
        """Return whether it is cached, which also means that it belongs to this process."""
        return key in self._kept

    def is_ours(self, kept: T) -> bool:
        """Return whether this process is responsible for it: no other process changes it or writes its messages."""
        return self.store.share.has(kept.row.guild_id)

    def ours(self, kept: T) -> T:
        """Return it if this process is responsible for it. Raises Elsewhere."""
        if not self.is_ours(kept):
            raise Elsewhere(kept.id)
        return kept

    def known(self, key: str) -> T | None:
        """Return it if it is cached, else None."""
        return self._kept.get(key)

    async def look(self, key: str) -> T:
        """Return it for reading, from the cache or from storage. Raises NoGame, WrongMoment."""
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        async with self._lock(key):
            return await self._get(key)

    async def read(self, key: str) -> T:
        """Return the current object without taking its lock, for callers that hold another one: whoever holds this
        lock may be waiting for theirs.

        Raises NoGame, WrongMoment.
        """
        kept = self._kept.get(key)
        if kept is None:
            with self._refusals():
                kept = await self._load(key)
        return kept

    @asynccontextmanager
    async def hold(self, key: str) -> AsyncIterator[T]:
        """Lock it and yield it for changing; storage errors become refusals. Raises NoGame, WrongMoment, Elsewhere."""
        async with self._lock(key):
            before = self._cleared
            with self._refusals():
                try:
                    kept = self.ours(await self._get(key))
                    self._on_held(kept)
                    yield kept
                except Refusal:  # nothing has changed
                    raise
                except BaseException as error:  # it is unknown whether anything was stored
                    self.drop(key)
                    # a conflict: a standby has taken over, say, that had not got the last changes
                    if isinstance(error, DatabaseAway | Conflict):
                        asyncio.get_running_loop().call_later(DOUBT, self.notify, key)
                    raise
                finally:
                    if before != self._cleared:
                        self.drop(key)

    def put(self, kept: T) -> None:
        """Cache the changed object, which is already stored, and tell the listeners. The caller holds it."""
        self._keep(kept)
        self._on_changed(kept)

    async def reload(self, key: str) -> T:
        """Load it again after a change made in storage, tell the listeners, and return it. The caller holds it."""
        self.drop(key)
        kept = await self._get(key)
        self._on_changed(kept)
        return kept

    def drop(self, key: str) -> None:
        """Remove it from the cache, so that it is loaded again next time."""
        self._kept.pop(key, None)

    def clear(self) -> None:
        """Empty the cache."""
        self._cleared += 1
        self._kept.clear()

    def notify(self, key: str) -> None:
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
            self.drop(kept.id)  # another process changes it, and we would not learn of it
