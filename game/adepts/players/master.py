"""The player called `master`: `strong` with more answers in more worlds, as far as it comes in its time."""

from __future__ import annotations

from random import Random

from game.adepts.players.strong import chosen
from game.core.decisions import Decision
from game.core.protocol import View
from game.core.search import Late, Stage, never

MOST = 24
"""All that are worth a thought when miners are assigned."""

STAGES = (Stage(2, 10), Stage(4, 5), Stage(10, 2), Stage(20, 1))
"""The worst go early, what is between the best two is looked at most: some 180 worlds played on."""


def policy(view: View, decision: Decision, rng: Random, /, late: Late = never) -> str:
    """The answer after which the seat is most ahead at the end of the turn; without a clock in fixed counts."""
    return chosen(view, decision, rng, MOST, STAGES, late)
