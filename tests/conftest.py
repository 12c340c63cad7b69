"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--playouts", type=int, default=240, help="random games for the invariants (default 240)")
    parser.addoption("--kills", type=int, default=5, help="how often the bot is killed in its games (default 5)")


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    """How often the bot is killed."""
    return int(request.config.getoption("--kills"))
