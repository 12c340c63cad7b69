"""The player called `random`: every legal token is equally likely."""

from __future__ import annotations

from random import Random

from agents.policy import View
from game.core.decisions import Decision


def policy(_view: View, decision: Decision, rng: Random, /) -> str:
    """Choose any of the tokens."""
    return rng.choice(decision.tokens)
