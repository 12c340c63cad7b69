"""Chances of winning by a multinomial logit: each has a strength, and chances go by these; knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul

Rows = Sequence[Sequence[float]]
"""By place, numbers in the order of the features; of weights one more each, for the place itself."""
_PARTS = 8
"""Into which the way from one position to another is cut."""


def strengths(by: Rows, rows: Rows) -> list[float]:
    """What those features come to, by place."""
    return [sum(map(mul, each, row)) + each[-1] for each, row in zip(by, rows, strict=True)]


def shares(strong: Sequence[float]) -> list[float]:
    """The chances of such strengths, from 0 to 1 (softmax)."""
    most = max(strong)
    parts = [exp(each - most) for each in strong]
    whole = sum(parts)
    return [part / whole for part in parts]


def differences(by: Rows, before: Rows, now: Rows, place: int) -> list[list[float]]:
    """What each feature of each place adds to the chance of one place, beside other features.

    Each is followed along the straight way from there to here, so that all together come to the whole (up to the error
    of so many parts), and what has not changed adds nothing (Aumann and Shapley).
    """
    start, end = (strengths(by, rows) for rows in (before, now))
    worth = [0.0] * len(by)
    """What a point of strength of each place adds to the chance, on the mean of the way."""
    for part in range(_PARTS):
        way = (part + 0.5) / _PARTS
        there = shares([one + way * (other - one) for one, other in zip(start, end, strict=True)])
        for at, share in enumerate(there):
            worth[at] += there[place] * ((at == place) - share) / _PARTS
    return [
        [share * weight * (new - old) for weight, old, new in zip(row, one, other, strict=False)]
        for share, row, one, other in zip(worth, by, before, now, strict=True)
    ]
