"""What holds of each judge that counts in chances of winning."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from game.core.decisions import Decision
from game.core.faces import Judge
from game.core.protocol import Game


def adds_up(judge: Judge, game: Game, decision: Decision, tokens: Iterable[str]) -> Any:
    """After each answer the chances come to a hundred, and each to the sum of what it comes of; the game and what is
    seen of it are as before. The world in which they were given."""
    before, view = game.to_dict(), game.view(decision.seat)
    world = judge.deal(view, decision, Random(1))
    for token in tokens:
        then = judge.after(world, decision.seat, token)
        ahead = judge.ahead(then)
        assert ahead.keys() == set(game.seats)
        assert sum(ahead.values()) == pytest.approx(100)
        for seat, chance in ahead.items():
            assert sum(judge.terms(then, seat).values()) == pytest.approx(chance)
    assert game.to_dict() == before
    assert game.view(decision.seat) == view
    return world
