"""Options of the test run."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, settings

from bot.logs import LineFormatter
from cli.configuration import new_event_loop
from storage import Server
from tests import postgresql
from tests.quick import LONG

settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")  # no test is to fail because the machine is

_PLAYOUTS, _KILLS = 144, 2


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--playouts", type=int, default=_PLAYOUTS, help="random games for the invariants (default 144)")
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="what bots keep that are killed; on postgresql there are two, and either is killed (default sqlite)",
    )
    parser.addoption("--kills", type=int, default=_KILLS, help="how often the bot is killed in its games (default 2)")
    parser.addoption("--whole", action="store_true", help="play each game to its end in the browser: some minutes")


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """What waits is tested on the loop that the program runs on."""
    return {"loop": new_event_loop}


_COLLECT_AFTER = 10_000, 10, 10
"""New objects after which Python looks for cycles, and so on: ten times as many as usual, as nobody waits here."""


_MEMORY = "/dev/shm"
_ROOM = 1 << 30
"""Bytes that the folders of tests under way take at most, and more."""


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgresql.announce()
        with suppress(OSError):  # no test pulls the plug of the machine: none need wait for its disk, as moves do
            if shutil.disk_usage(_MEMORY).free > _ROOM:
                os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", _MEMORY)


def pytest_sessionstart(session: pytest.Session) -> None:
    """What is logged in a test that fails is told with its fields."""
    if plugin := session.config.pluginmanager.get_plugin("logging-plugin"):
        plugin.report_handler.setFormatter(LineFormatter())


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are processors: of a third of the time a worker waits, for a clock or another process."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whole games first: one that begins last has a processor to itself and leaves the others nothing to do.

    Whoever asks for more than the usual waits for it as long as it takes.
    """
    more = config.getoption("--playouts") > _PLAYOUTS or config.getoption("--kills") > _KILLS
    for item in items if more or config.getoption("--whole") else ():
        item.add_marker(pytest.mark.timeout(0))
    items.sort(key=lambda item: not item.nodeid.startswith(tuple(f"tests/{name}" for name in LONG)))


def pytest_collectstart() -> None:
    """To look for cycles while modules come, which stay, finds none and takes a third of that time."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.set_threshold(*_COLLECT_AFTER)
    gc.enable()


def pytest_runtest_teardown() -> None:
    """aiohttp remembers handlers, and by them a thousand routes of servers that are gone with all that they logged."""
    if web := sys.modules.get("aiohttp.web_app"):
        web._cached_build_middleware.cache_clear()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgresql.remove()


@pytest.fixture
def server() -> Iterator[Server]:
    """An empty database of a PostgreSQL of the tests' own, whose schema stays as it is."""
    with postgresql.emptied() as made:
        yield made


@pytest.fixture
def fresh_server() -> Iterator[Server]:
    """A database that is thrown away afterwards."""
    with postgresql.database() as made:
        yield made


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    """How often the bot is killed."""
    return int(request.config.getoption("--kills"))
