"""Options of the test run."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, settings

from bot.logs import LineFormatter
from storage import Server
from tests import postgresql, stuck
from tests.quick import LONG

settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")  # a busy machine must not fail a test

_PLAYOUTS, _KILLS = 144, 2


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--playouts",
        type=int,
        default=_PLAYOUTS,
        help="random games for the invariants, and as many more seeds for what people do at random (default 144)",
    )
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="what bots keep that are killed; on postgresql there are two, and either is killed (default sqlite)",
    )
    parser.addoption("--kills", type=int, default=_KILLS, help="how often the bot is killed in its games (default 2)")
    parser.addoption("--whole", action="store_true", help="play each game to its end in the browser: some minutes")


_COLLECT_AFTER = 10_000, 10, 10
"""Thresholds of the garbage collector (`gc.set_threshold`): the first is ten times the usual one, since no user waits
here."""


_MEMORY = "/dev/shm"
_ROOM = 1 << 30
"""Free bytes needed to keep temporary folders in memory: more than the tests of one run use at a time."""


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(stuck)
    if not hasattr(config, "workerinput"):
        postgresql.announce()
        with suppress(OSError):  # tests never cut the power, so their databases need not be on disk
            if shutil.disk_usage(_MEMORY).free > _ROOM:
                os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", _MEMORY)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Log records of failing tests are printed with their fields."""
    if plugin := session.config.pluginmanager.get_plugin("logging-plugin"):
        plugin.report_handler.setFormatter(LineFormatter())


def pytest_xdist_auto_num_workers() -> int:
    """Use two more workers than processors: a worker spends a third of its time waiting for clocks or other
    processes."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run whole games first: one that starts last keeps one processor busy while the others have nothing left to do.

    If more playouts or kills than usual were asked for, or `--whole`, there is no timeout.
    """
    more = config.getoption("--playouts") > _PLAYOUTS or config.getoption("--kills") > _KILLS
    for item in items if more or config.getoption("--whole") else ():
        item.add_marker(pytest.mark.timeout(0))
    items.sort(key=lambda item: not item.nodeid.startswith(tuple(f"tests/{name}" for name in LONG)))


def pytest_collectstart() -> None:
    """Switch the garbage collector off while modules are imported: they stay, so it would find nothing, in a third of
    the time."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.set_threshold(*_COLLECT_AFTER)
    gc.enable()


def pytest_runtest_teardown() -> None:
    """Clear aiohttp's cache of handlers: it keeps alive the routes of servers that have ended, and what they logged."""
    if web := sys.modules.get("aiohttp.web_app"):
        web._cached_build_middleware.cache_clear()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgresql.remove()


@pytest.fixture
def server() -> Iterator[Server]:
    """An empty database with the newest schema in the tests' own PostgreSQL; the test must not change the schema."""
    with postgresql.emptied() as made:
        yield made


@pytest.fixture
def fresh_server() -> Iterator[Server]:
    """A database with the newest schema in the tests' own PostgreSQL, which is dropped after the test."""
    with postgresql.database() as made:
        yield made


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    """How often to kill the bot (`--kills`)."""
    return int(request.config.getoption("--kills"))


@pytest.fixture
def from_scratch() -> Iterator[None]:
    """Draw everything anew in this test, and after it: what is drawn with replaced functions is kept for no other."""
    _forget_drawings()
    yield
    _forget_drawings()


def _forget_drawings() -> None:
    for name, module in [*sys.modules.items()]:
        if name.startswith("drawing") or (name.startswith("game.") and ".pictures" in name):
            for each in vars(module).values():
                if hasattr(each, "cache_clear"):
                    each.cache_clear()
