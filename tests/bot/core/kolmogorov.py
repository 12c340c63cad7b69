"""The test of Kolmogorov and Smirnov: whether two samples may come from one distribution."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from math import exp, sqrt


def distance(these: Sequence[float], those: Sequence[float]) -> float:
    """How far the shares of two samples below any value differ at most."""
    here, there = sorted(these), sorted(those)
    return max(abs(bisect(here, at) / len(here) - bisect(there, at) / len(there)) for at in (*here, *there))


def likelihood(these: Sequence[float], those: Sequence[float]) -> float:
    """How likely two samples of one distribution are as far apart as these, or further: the p of the test.

    Asymptotic, with the correction of Stephens (1970) for the sizes of the samples."""
    root = sqrt(len(these) * len(those) / (len(these) + len(those)))
    at = (root + 0.12 + 0.11 / root) * distance(these, those)
    if at < 0.3:  # the series below does not settle there; it is 1 in all digits that matter
        return 1.0
    return min(1.0, max(0.0, 2 * sum((-1) ** (k - 1) * exp(-2 * (k * at) ** 2) for k in range(1, 101))))
