"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--playouts", type=int, default=240, help="random games for the invariants (default 240)")
