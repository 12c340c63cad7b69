"""Fixtures for tests on storage alone: a clock that only the test moves, a database, and tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock import MovedClock
from bot.tables import Tables
from storage import Storage
from tests.databases import empty

from .waiting import START


@pytest.fixture
def clock() -> MovedClock:
    return MovedClock(START)


@pytest.fixture
async def store(tmp_path: Path, clock: MovedClock) -> AsyncIterator[Storage]:
    async with await Storage.open(await empty(tmp_path / "t.sqlite3"), now=clock.now) as made:
        yield made


@pytest.fixture
def tables(store: Storage, clock: MovedClock) -> Tables:
    return Tables(store, clock=clock, seed="tables")
