"""Dice that fall the same in every run, or as a test says."""

from __future__ import annotations

from random import Random

import pytest

from game.the_adept.tale import honest
from tests.the_adept.tale.conftest import falls

__all__ = ["falls"]


@pytest.fixture(autouse=True)
def _the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(7)
    monkeypatch.setattr(honest, "new_seed", lambda: f"{rng.getrandbits(256):064x}")
