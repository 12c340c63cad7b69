from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.finding import more


@pytest.fixture(autouse=True)
def more_games() -> Iterator[None]:
    """Every test here knows the toy."""
    with more():
        yield
