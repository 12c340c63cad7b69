"""Chances of winning by a multinomial logit: each place has a strength, and the chances follow from these. It works for
any game."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul

Rows = Sequence[Sequence[float]]
"""One row a place, with a number for each feature. Rows of weights have one number more, the constant of the place."""
_PARTS = 8
"""The number of parts into which the line from one position to another is cut."""


def strengths(by: Rows, rows: Rows) -> list[float]:
    """Return the strength of each place, with weights `by` and features `rows`."""
    return [sum(map(mul, each, row)) + each[-1] for each, row in zip(by, rows, strict=True)]


def shares(strong: Sequence[float]) -> list[float]:
    """Return the chances that go with such strengths, from 0 to 1 (softmax)."""
    most = max(strong)
    parts = [exp(each - most) for each in strong]
    whole = sum(parts)
    return [part / whole for part in parts]


def differences(by: Rows, before: Rows, now: Rows, place: int) -> list[list[float]]:
    """Return, by place and feature, what the change from `before` to `now` adds to the chance of one place.

    The features are followed along the straight line between the two, so that all the numbers add up to the whole
    difference (but for the error of so few parts), and a feature that has not changed adds nothing (Aumann and
    Shapley).
    """
    start, end = (strengths(by, rows) for rows in (before, now))
    worth = [0.0] * len(by)
    """What a point of strength of each place adds to the chance, averaged over the line."""
    for part in range(_PARTS):
        way = (part + 0.5) / _PARTS
        there = shares([one + way * (other - one) for one, other in zip(start, end, strict=True)])
        for at, share in enumerate(there):
            worth[at] += there[place] * ((at == place) - share) / _PARTS
    return [
        [share * weight * (new - old) for weight, old, new in zip(row, one, other, strict=False)]
        for share, row, one, other in zip(worth, by, before, now, strict=True)
    ]
