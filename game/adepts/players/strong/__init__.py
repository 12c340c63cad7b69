"""The player called `strong`: it plays each answer on to the end of the turn, and takes the one that leads best.

- `sampling` deals anew what it does not see, from its view and its question alone.
- `playing` plays on as the greedy player would, on the bare state (`sight`).
- `value` says what the end of the turn will come to, by weights that were fitted to played games.

The number of games played out is fixed and does not depend on time, so the same question always has the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from game.adepts.players.greedy.kinds import scorer
from game.adepts.players.greedy.observation import Observation
from game.adepts.players.strong.playing import GROUPS, answered, play_on, worthwhile
from game.adepts.players.strong.value import margin
from game.adepts.rules.gems import SEAT_OF, Seat
from game.adepts.rules.state import State
from game.adepts.sampling import sampled
from game.core.decisions import Decision
from game.core.protocol import View
from game.core.search import Late, Stage, best, never

MOST = 12
"""Candidates at most, the likeliest; half of all that are worth considering when miners are assigned."""

STAGES = (Stage(1, 3), Stage(1, 1))
"""All candidates are tried in one world, the best three in another."""


def policy(view: View, decision: Decision, rng: Random, /) -> str:
    """Return the answer after which the seat is furthest ahead at the end of the turn."""
    return chosen(view, decision, rng, MOST, STAGES)


def chosen(view: View, decision: Decision, rng: Random, most: int, stages: Sequence[Stage], late: Late = never) -> str:
    """Return the same with `most` candidates and these stages; once it is late, the best so far."""
    deal, worth = partial(sampled, view, decision), partial(_worth, SEAT_OF[decision.seat])
    return best(candidates(view, decision, most), deal, worth, stages, rng, late)


def candidates(view: View, decision: Decision, most: int = MOST) -> list[str]:
    """Return the tokens that are worth considering: those that the greedy player likes best, in its order."""
    score, sight = scorer(decision.kind, decision.source), Observation(view, decision)
    tokens = worthwhile(decision.tokens) if decision.kind in GROUPS else decision.tokens
    return sorted(tokens, key=lambda token: score(sight, token), reverse=True)[:most]


def _worth(me: Seat, world: State, token: str) -> float:
    twin = answered(world, me, token)
    play_on(twin)
    return margin(twin, me)
