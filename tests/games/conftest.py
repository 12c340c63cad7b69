from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.finding import more


@pytest.fixture(autouse=True)
def more_games() -> Iterator[None]:
    """Make the games of `tests/games/more` known to every test of this folder."""
    with more():
        yield
