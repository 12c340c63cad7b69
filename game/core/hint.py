"""A hint: the best answers to a question, by what its player sees; knows no game (see `game.core.faces.Judge`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from game.core.decisions import Decision
from game.core.faces import WITHIN, Judge
from game.core.means import mean
from game.core.protocol import View

BEST = 3
"""Answers that a hint gives."""
_LOOKED_AT = 5
"""Answers that are looked at in more worlds than one."""
_WORLDS = 6
_LEAST, _MOST = 0.5, 4
"""Points that a reason is worth at least, and reasons that are given."""
REST = "the rest"
"""What all others come to."""


class Reason(NamedTuple):
    """By so many points better or worse, in what."""

    points: float
    what: str


class Tip(NamedTuple):
    """An answer, by how many points it is behind the best one, and why: what it brings more or less than the best; of
    the best itself, than the next one. The reasons come to the whole difference; those for it come first, then those
    against it, each with the one that weighs most."""

    token: str
    behind: float
    reasons: tuple[Reason, ...]


def hint(judge: Judge, view: View, decision: Decision, rng: Random) -> list[Tip]:
    """The best answers, the best one first. Nothing but view and question comes in, so nothing hidden comes out."""
    seat, tokens = decision.seat, judge.candidates(view, decision)
    first = judge.deal(view, decision, rng)
    screened = {token: judge.ahead(judge.after(first, seat, token))[seat] for token in tokens}
    left = sorted(tokens, key=screened.__getitem__, reverse=True)[:_LOOKED_AT]
    terms = {token: list[Mapping[str, float]]() for token in left}
    for _ in range(_WORLDS):
        world = judge.deal(view, decision, rng)
        for token in left:
            terms[token].append(judge.terms(judge.after(world, seat, token), seat))
    means = {token: mean(rows) for token, rows in terms.items()}
    worth = {token: sum(parts.values()) for token, parts in means.items()}
    best = sorted(left, key=worth.__getitem__, reverse=True)[:BEST]
    return [
        Tip(
            token,
            worth[best[0]] - worth[token],
            _reasons(means[token], means[best[0 if number else min(1, len(best) - 1)]]),
        )
        for number, token in enumerate(best)
    ]


def _reasons(one: Mapping[str, float], other: Mapping[str, float]) -> tuple[Reason, ...]:
    groups = defaultdict[str, dict[str, float]](dict)
    for what in {**one, **other}:
        groups[what.partition(WITHIN)[0]][what.partition(WITHIN)[2]] = one.get(what, 0.0) - other.get(what, 0.0)
    found = [Reason(sum(parts.values()), _called(group, parts)) for group, parts in groups.items()]
    total = sum(reason.points for reason in found)
    weighing = sorted((each for each in found if abs(each.points) >= _LEAST), key=lambda each: -abs(each.points))
    shown = weighing if len(weighing) <= _MOST else weighing[: _MOST - 1]
    shown.sort(key=lambda reason: reason.points * total < 0)
    rest = total - sum(reason.points for reason in shown)
    return (*shown, *([Reason(rest, REST)] if abs(rest) >= _LEAST else []))


def _called(group: str, parts: Mapping[str, float]) -> str:
    """A group by what makes it up, if that is one thing."""
    weighing = [name for name, points in parts.items() if abs(points) >= _LEAST]
    return weighing[0] if len(weighing) == 1 and weighing[0] else group
