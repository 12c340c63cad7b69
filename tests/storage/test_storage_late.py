"""Changes that can wait are stored with the next transaction that writes, and never prevent others from being
stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest

from storage import DatabaseFailed, LeaseLost, Place, Storage
from storage.connection import READ, WRITE
from storage.database import Transaction

from .conftest import Clock

Work = Callable[[Transaction], object]


def put(key: str) -> Work:
    return lambda tx: tx.all("INSERT INTO meta (key, value) VALUES (?, 'x')", key)


async def keys(storage: Storage) -> list[str]:
    return await storage._db.run(READ, lambda tx: [row["key"] for row in tx.all("SELECT key FROM meta ORDER BY key")])


async def test_what_fails_takes_nothing_else_with_it(storage: Storage) -> None:
    """On PostgreSQL an error aborts the whole transaction."""
    for key in ("a", "b", "b", "c", "c", "d"):  # an existing key fails
        storage._db.soon(put(key))
    await storage._db.run(WRITE, put("e"))
    assert await keys(storage) == ["a", "b", "c", "d", "e"]
    assert not storage._db.is_behind


async def test_what_waits_outlasts_a_transaction_that_comes_to_nothing(storage: Storage) -> None:
    for key in ("a", "b", "b", "c"):
        storage._db.soon(put(key))
    with pytest.raises(DatabaseFailed):
        await storage._db.run(WRITE, lambda tx: [put("d")(tx), put("d")(tx)])
    assert await keys(storage) == []
    await storage._db.run(WRITE, put("e"))
    assert await keys(storage) == ["a", "b", "c", "e"]


async def test_an_error_that_ends_the_transaction_ends_its_hold_on_the_lease(place: Place, clock: Clock) -> None:
    """A full disk does so on SQLite, and any error on PostgreSQL: later changes must check the lease again."""
    loop = asyncio.get_running_loop()
    async with await Storage.open(place, now=clock) as former, await Storage.open(place, now=clock) as later:
        await former.lease.acquire(timedelta())

        def ended(tx: Transaction) -> None:
            tx._session.rollback()
            asyncio.run_coroutine_threadsafe(later.lease.acquire(), loop).result(5)
            raise DatabaseFailed

        former._db.soon(put("a"))
        former._db.soon(ended)
        with pytest.raises(LeaseLost):
            await former._db.run(WRITE, put("b"))
        assert await keys(later) == []
