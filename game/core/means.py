"""Means of tables of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import fmean


def mean(rows: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Of each key the mean of its values; a row that has it not counts as 0. Keys in the order of their coming."""
    all_rows = list(rows)
    keys = dict.fromkeys(key for row in all_rows for key in row)
    return {key: fmean(row.get(key, 0.0) for row in all_rows) for key in keys}
