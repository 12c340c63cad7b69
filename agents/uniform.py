"""The player called `random`: every legal token is equally likely."""

from __future__ import annotations

from random import Random

from game.core.decisions import Decision
from game.core.protocol import View


def policy(_view: View, decision: Decision, rng: Random, /) -> str:
    """Choose any of the tokens."""
    return rng.choice(decision.tokens)
