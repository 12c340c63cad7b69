"""A hint: the best answers to a question, by what its player sees. It works for any game (see
`game.core.faces.Judge`)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from game.core.decisions import Decision
from game.core.faces import Judge
from game.core.judging import worlds
from game.core.judging.means import mean
from game.core.judging.reasons import LEAST, Difference, reasons
from game.core.protocol import View

BEST = 3
"""Answers that a hint gives at most."""
_LOOKED_AT = 5
"""Answers that are tried in more than one world."""


class Tip(NamedTuple):
    """An answer, by how many points it is behind the best one, and why: what it brings more or less than the best one;
    for the best one itself, more or less than the next. `follow_ups`: the answers that go with it."""

    token: str
    behind: float
    reasons: tuple[Difference, ...]
    follow_ups: Sequence[str] = ()

    @property
    def answers(self) -> tuple[str, ...]:
        """The answer with those that go with it."""
        return (self.token, *self.follow_ups)


class Hint(NamedTuple):
    """The best answers, best first. `worth`: by how many points whoever is asked can expect to be ahead with the best
    one, or how likely they are to win (see `game.core.faces.Judge`). `alike`: all answers that were weighed are worth
    the same, for the same reasons; then only one is given."""

    tips: Sequence[Tip]
    worth: float
    alike: bool


def hint(judge: Judge, view: View, decision: Decision, rng: Random) -> Hint:
    """Return the best answers. Only the view and the question come in, so nothing hidden can come out."""
    tokens = judge.candidates(view, decision)
    screened = worlds.worth(judge, view, decision, tokens, rng)
    left = sorted(tokens, key=screened.__getitem__, reverse=True)[:_LOOKED_AT]
    terms = [worlds.terms(judge, view, decision, left, rng) for _ in range(judge.counts.hint)]
    means = {token: mean(each[token] for each in terms) for token in left}
    worth = {token: sum(parts.values()) for token, parts in means.items()}
    best = sorted(left, key=worth.__getitem__, reverse=True)[:BEST]
    tips = [
        Tip(
            token,
            worth[best[0]] - worth[token],
            reasons(means[token], means[best[0 if number else min(1, len(best) - 1)]]),
            judge.follow_ups(view, decision, token),
        )
        for number, token in enumerate(best)
    ]
    apart = max(screened.values()) - min(screened.values())
    alike = len(tokens) > 1 and apart < LEAST and not any(map(_differs, tips))
    return Hint(tips[:1] if alike else tips, worth[best[0]], alike)


def _differs(tip: Tip) -> bool:
    """Whether an answer is worth less than the best one, or the same for other reasons."""
    return tip.behind >= LEAST or bool(tip.reasons)
