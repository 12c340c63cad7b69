"""A table, and dice that fall as a test says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.the_adept.rules.dice import pool_of, roll_of
from game.the_adept.tale import honest
from tests.the_adept.tale.tables import At, table

Falls = Callable[..., None]


@pytest.fixture
def at() -> At:
    return At(table())


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Falls:
    """Sets the next rolls, one argument each."""
    throws = list[str]()

    def shown(_seed: str, _salt: str, pool: str) -> str:
        dice = throws.pop(0)
        assert sorted(rolled.die for rolled in roll_of(dice)) == list(pool_of(pool))
        return dice

    monkeypatch.setattr(honest, "shown", shown)
    return lambda *dice: throws.extend(dice)
