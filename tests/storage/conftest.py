"""A storage on a real database, a clock that stands still until moved, and games in it."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import storage as package
from storage import DatabaseFailed, Move, Place, Position, Server, Storage, StoredTable
from storage.connection import READ, WRITE
from storage.database import Transaction
from storage.tables import TABLES
from tests.databases import empty

HOST, GUEST = 1001, 1002
SEED = "5eed5eed5eed"


@dataclass
class Clock:
    time: datetime = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def advance(self, **parts: float) -> None:
        self.time += timedelta(**parts)


@dataclass
class Games:
    """Shorthand for games with the host (P1), a guest (P2) and a computer player (P3)."""

    storage: Storage

    async def lobby(self, channel_id: int = 1) -> str:
        table = await self.storage.games.create(
            "adepts",
            "Friday",
            guild_id=7,
            channel_id=channel_id,
            host_id=HOST,
            host_name="Host",
            options={"spells": "random"},
            pace="none",
        )
        return table.game.id

    async def running(self, channel_id: int = 1) -> str:
        """Create a running game in which P1 is asked question 11; return its id."""
        game_id = await self.lobby(channel_id)
        await self.storage.seats.add(game_id, "Guest", user_id=GUEST)
        await self.storage.seats.add(game_id, "Computer", policy="steady")
        await self.storage.moves.start(game_id, self.position(0), {"P1": None})
        return game_id

    async def play(self, game_id: str, **changes: Any) -> package.Appended:
        """Answer for whoever is asked first; P1 is asked next, unless `changes` say otherwise."""
        table = await self.storage.games.load(game_id)
        assert table.snapshot is not None
        expected = changes.pop("expected", table.snapshot.sequence)
        pending = changes.pop("pending", {"P1": None})
        scores = changes.pop("scores", ())
        return await self.storage.moves.append(
            game_id,
            self.move(table, **changes),
            self.position(expected + 1),
            pending,
            expected=expected,
            scores=scores,
        )

    @staticmethod
    def move(table: StoredTable, **changes: Any) -> Move:
        first = next(iter(table.questions.values()))
        usual: dict[str, Any] = {
            "seat": first.seat,
            "kind": "assign",
            "token": "topaz.2x3",
            "question": first.number,
            "user_id": HOST,
        }
        return Move(**usual | changes)

    @staticmethod
    def position(number: int) -> Position:
        return Position(1, {"seed": SEED, "number": number}, {"drawn": SEED})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "adepts.sqlite3"


@pytest.fixture
def clock() -> Clock:
    return Clock()


BOTH = ("sqlite", "postgresql")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that uses `place` on both databases, unless it looks into SQLite's file (`path`)."""
    if "place" in metafunc.fixturenames:
        own = inspect.signature(metafunc.function).parameters
        metafunc.parametrize("place", BOTH[:1] if "path" in own else BOTH, indirect=True)


@pytest.fixture
def place(request: pytest.FixtureRequest, path: Path) -> Place:
    """Where the database is: a SQLite file, or on the PostgreSQL server."""
    if request.param == "sqlite":
        return path
    server: Server = request.getfixturevalue("server")
    return server


@pytest.fixture
async def storage(place: Place, clock: Clock) -> AsyncIterator[Storage]:
    async with await Storage.open(await empty(place) if isinstance(place, Path) else place, now=clock) as opened:
        yield opened


@pytest.fixture
def games(storage: Storage) -> Games:
    return Games(storage)


async def refuses(storage: Storage, statement: str, why: str) -> bool:
    """Return whether the database itself refuses the statement, for a reason that contains these words."""
    try:
        await storage._db.run(WRITE, lambda tx: tx.all(statement))
    except DatabaseFailed as error:
        return why in str(error)
    return False


async def dump(storage: Storage) -> list[tuple[str, tuple[object, ...]]]:
    """Return all that is stored, as rows with the names of their tables."""

    def rows(tx: Transaction) -> list[tuple[str, tuple[object, ...]]]:
        return [(table, tuple(row)) for table in TABLES for row in tx.all(f"SELECT * FROM {table}")]

    return sorted(await storage._db.run(READ, rows), key=str)


Child = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def child() -> Iterator[Child]:
    """Starts Python processes with a script and arguments; all are killed at the end of the test."""
    started: list[subprocess.Popen[str]] = []

    def start(script: str, *arguments: object) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", script, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PYTHONPATH": str(Path(package.__file__).parents[1])},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
