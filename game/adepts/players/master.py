"""The player called `master`: `strong` with more candidates in more worlds, as far as it gets in its time."""

from __future__ import annotations

from random import Random

from game.adepts.players.strong import chosen
from game.core.decisions import Decision
from game.core.protocol import View
from game.core.search import Late, Stage, never

MOST = 24
"""Candidates at most: all that are worth considering when miners are assigned."""

STAGES = (Stage(2, 10), Stage(4, 5), Stage(10, 2), Stage(20, 1))
"""The worst candidates are dropped early, and the best two are compared longest: some 180 worlds in all."""


def policy(view: View, decision: Decision, rng: Random, /, late: Late = never) -> str:
    """Return the answer after which the seat is furthest ahead at the end of the turn; without a clock, by fixed
    counts."""
    return chosen(view, decision, rng, MOST, STAGES, late)
