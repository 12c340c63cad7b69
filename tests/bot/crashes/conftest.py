"""On which database bots are killed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.demo.processes import Processes
from cli.demo.stage import Stage
from tests import postgresql

MakeStage = Callable[[Path], AbstractAsyncContextManager[Stage]]


@pytest.fixture
def on_stage(request: pytest.FixtureRequest) -> MakeStage:
    """Makes a stage in a directory: with one bot and its file, or two on a server's database."""

    @asynccontextmanager
    async def several(directory: Path) -> AsyncIterator[Stage]:
        with postgresql.database() as server:
            async with Processes(directory, server) as stage:
                yield stage

    made: Any = several if request.config.getoption("--database") == "postgresql" else Stage
    return made
