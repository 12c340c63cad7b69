"""Players that make people's mistakes on purpose: `greedy`, but it overlooks answers, misjudges them, forgets to
cast."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from game.adepts.players.greedy.kinds import scorer
from game.adepts.players.greedy.observation import Observation
from game.adepts.rules.tokens import read_group
from game.core.decisions import PASS, Decision
from game.core.protocol import View

_GROUPS = frozenset({"assign", "again", "place", "enter"})


class Mistakes(NamedTuple):
    """How well a player plays. Amounts are in mana at the end of the game, as `greedy` counts."""

    sees: float
    """The chance that an answer is thought of; if none is, one is taken at random."""
    error: float
    """The standard deviation of the error with which an answer is judged."""
    forgets: float
    """The chance of passing without a thought when asked to cast."""
    crowds: float
    """What a group seems to be worth beyond what it brings, for each of its miners: people like large groups."""

    def __call__(self, view: View, decision: Decision, rng: Random, /) -> str:
        """Return the token that seems best, of those that are thought of."""
        tokens = decision.tokens
        if decision.kind == "cast" and PASS in tokens and rng.random() < self.forgets:
            return PASS
        seen = [token for token in tokens if rng.random() < self.sees] or [rng.choice(tokens)]
        score, sight = scorer(decision.kind, decision.source), Observation(view, decision)

        def seems(token: str) -> float:
            crowd = self.crowds * read_group(token).miners if decision.kind in _GROUPS and token != PASS else 0.0
            return score(sight, token) + crowd + rng.gauss(0.0, self.error)

        return max(seen, key=seems)
