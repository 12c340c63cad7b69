"""Means of tables of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import fmean


def mean(rows: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each key's values; a row without the key counts as 0. The keys are in order of first
    appearance."""
    all_rows = list(rows)
    keys = dict.fromkeys(key for row in all_rows for key in row)
    return {key: fmean(row.get(key, 0.0) for row in all_rows) for key in keys}
