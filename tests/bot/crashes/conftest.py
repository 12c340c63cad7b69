"""The database on which bots are killed, and how the playground's clock moves on after a kill."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from cli.demo.processes import Processes
from cli.demo.stage import Stage
from playground import Person
from playground.messaging.interactions import TOKEN_LIVES, State
from tests import postgresql

MakeStage = Callable[[Path], AbstractAsyncContextManager[Stage]]


@pytest.fixture
def on_stage(request: pytest.FixtureRequest) -> MakeStage:
    """Makes a stage in a directory: one bot with a SQLite file, or two that share a PostgreSQL database."""

    @asynccontextmanager
    async def several(directory: Path) -> AsyncIterator[Stage]:
        with postgresql.database() as server:
            async with Processes(directory, server) as stage:
                yield stage

    return several if request.config.getoption("--database") == "postgresql" else Stage


async def killed(stage: Stage, people: Iterable[Person]) -> None:
    """Kill the bot, and move the clock on to where Discord gives up what it left unanswered: after three seconds, or
    after fifteen minutes if it was deferred."""
    await stage.kill()
    stage.pg.faults.clear()
    thinking = (known["state"] == State.THINKING for person in people for known in person.screen.interactions.values())
    stage.pg.clock.advance(TOKEN_LIVES if any(thinking) else 3.0)
