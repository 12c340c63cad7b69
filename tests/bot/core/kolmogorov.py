"""The two-sample Kolmogorov-Smirnov test: whether two samples may come from one distribution."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from math import exp, sqrt


def distance(these: Sequence[float], those: Sequence[float]) -> float:
    """Return the greatest difference between the empirical distribution functions of the two samples."""
    here, there = sorted(these), sorted(those)
    return max(abs(bisect(here, at) / len(here) - bisect(there, at) / len(there)) for at in (*here, *there))


def likelihood(these: Sequence[float], those: Sequence[float]) -> float:
    """Return the p-value: how likely two samples of one distribution differ at least as much as these.

    Asymptotic, with the correction of Stephens (1970) for the sample sizes.
    """
    root = sqrt(len(these) * len(those) / (len(these) + len(those)))
    at = (root + 0.12 + 0.11 / root) * distance(these, those)
    if at < 0.3:  # the series below does not converge there; the value is 1 in all digits that matter
        return 1.0
    return min(1.0, max(0.0, 2 * sum((-1.0) ** (k - 1) * exp(-2 * (k * at) ** 2) for k in range(1, 101))))
