"""Dice that fall the same in every run, or as a test says; a table that has begun, and who masters it."""

from __future__ import annotations

from random import Random

import pytest

from game.the_adept.tale import honest
from tests.the_adept.stage.hands import Hands, Table
from tests.the_adept.stage.tables import begun, hands
from tests.the_adept.tale.conftest import falls

__all__ = ["falls"]


@pytest.fixture(autouse=True)
def _the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(7)
    monkeypatch.setattr(honest, "new_seed", lambda: f"{rng.getrandbits(256):064x}")


@pytest.fixture
def table() -> Table:
    return begun()


@pytest.fixture
def gm(table: Table) -> Hands:
    return hands(table)[0]
