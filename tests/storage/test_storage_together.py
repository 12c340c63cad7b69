"""Concurrent requests share a commit, and nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage.connection import READ, WRITE
from storage.database import Database, Transaction
from storage.errors import DatabaseFailed

Work = Callable[[Transaction], Any]
MANY = 12


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
async def db(path: Path) -> AsyncIterator[Database]:
    db = await Database.open(path)
    yield db
    await db.close()


def put(key: str) -> Work:
    return lambda tx: tx.all("INSERT INTO meta (key, value) VALUES (?, 'x')", key)


def keys(tx: Transaction) -> list[str]:
    return [row["key"] for row in tx.all("SELECT key FROM meta WHERE key LIKE 'k%' ORDER BY key")]


def on_disk(path: Path) -> list[str]:
    """Return the keys that another connection sees."""
    with closing(sqlite3.connect(path)) as raw:
        return [key for (key,) in raw.execute("SELECT key FROM meta WHERE key LIKE 'k%' ORDER BY key")]


async def at_once(db: Database, *works: Work) -> list[Any]:
    """Request all of them before the first begins; return the results."""
    return await asyncio.gather(*(db.run(WRITE, work) for work in works), return_exceptions=True)


async def commits(db: Database, work: Callable[[], Awaitable[object]]) -> int:
    """Return how many writing transactions the work took."""
    said = list[str]()

    def listen(listener: Callable[[str], None] | None) -> Work:
        return lambda tx: tx._session.set_trace_callback(listener)  # type: ignore[attr-defined]

    await db.run(READ, listen(said.append))
    await work()
    await db.run(READ, listen(None))
    return said.count(WRITE)


async def test_writers_at_the_same_time_need_few_commits(db: Database, path: Path) -> None:
    names = [f"k{number:02}" for number in range(MANY)]
    assert await commits(db, lambda: at_once(db, *map(put, names))) < MANY / 2
    assert on_disk(path) == names


async def test_nobody_hears_of_what_is_not_on_disk(db: Database, path: Path) -> None:
    async def one(name: str) -> None:
        await db.run(WRITE, put(name))
        assert name in on_disk(path)

    await asyncio.gather(*(one(f"k{number:02}") for number in range(MANY)))


async def test_one_that_fails_undoes_its_own_part_alone(db: Database, path: Path) -> None:
    def half(tx: Transaction) -> None:
        put("k-half")(tx)
        raise LookupError

    came = await at_once(db, put("k1"), half, put("k1"), put("k2"), keys)
    assert isinstance(came[1], LookupError)
    assert isinstance(came[2], DatabaseFailed)
    assert came[4] == ["k1", "k2"]
    assert on_disk(path) == ["k1", "k2"]


async def test_one_that_ends_the_whole_transaction_takes_no_other_with_it(db: Database, path: Path) -> None:
    def breaks(tx: Transaction) -> None:
        tx.all("ROLLBACK")  # as SQLite does by itself when the disk is full
        raise sqlite3.OperationalError("disk I/O error")

    came = await at_once(db, put("k1"), breaks, put("k2"))
    assert isinstance(came[1], DatabaseFailed)
    assert [came[0], came[2]] == [[], []]
    assert on_disk(path) == ["k1", "k2"]


async def test_whoever_is_cancelled_leaves_the_others_and_its_own_work_to_their_end(db: Database, path: Path) -> None:
    asked = [asyncio.create_task(db.run(WRITE, put(f"k{number}"))) for number in range(3)]
    await asyncio.sleep(0)
    asked[1].cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert await db.run(READ, keys) == ["k0", "k1", "k2"] == on_disk(path)


async def test_readers_among_them_see_no_half_of_a_writer(db: Database) -> None:
    def pair(number: int) -> Work:
        def work(tx: Transaction) -> None:
            put(f"ka{number}")(tx)
            put(f"kb{number}")(tx)

        return work

    works = [each for number in range(MANY) for each in (pair(number), keys)]
    seen = [came for came in await at_once(db, *works) if came is not None]
    assert [len(each) for each in seen] == [2 * number for number in range(1, MANY + 1)]


async def test_a_closed_database_takes_nothing_any_more(db: Database, path: Path) -> None:
    await db.close()
    with pytest.raises(DatabaseFailed):
        await db.run(WRITE, put("k1"))
    assert on_disk(path) == []
