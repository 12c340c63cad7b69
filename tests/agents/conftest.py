"""The long test of strength runs only if asked for: ``pytest -m strength``."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "strength: computer players over 1,000 games; takes about half a minute")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "strength" not in config.option.markexpr:
        for item in items:
            if item.get_closest_marker("strength"):
                item.add_marker(pytest.mark.skip(reason="1,000 games: pytest -m strength"))
