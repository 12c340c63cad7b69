"""What must be true of each judge that counts in chances of winning."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from game.core.decisions import Decision
from game.core.faces import Judge
from game.core.protocol import Game


def adds_up(judge: Judge, game: Game, decision: Decision, tokens: Iterable[str]) -> Any:
    """Assert that after each answer all chances add up to 100, that each is the sum of its terms, and that the game is
    unchanged.

    Returns the sampled world that the answers were tried in.
    """
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
