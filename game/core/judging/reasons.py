"""Why one answer is better than another: the parts of the difference, named and weighed. It works for any game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from game.core.faces import WITHIN

LEAST = 0.5
"""Points that a reason must be worth to be told."""
_MOST = 4
"""Reasons that are given at most."""
REST = "the rest"
"""The name of all reasons that are not told, together. A judge's term of this name is one of them, whatever it is
worth."""


class Difference(NamedTuple):
    """By how many points an answer is better or (negative) worse, and in what."""

    points: float
    what: str


def reasons(one: Mapping[str, float], other: Mapping[str, float]) -> tuple[Difference, ...]:
    """Return what makes one answer better or worse than another, from the terms of both (see
    `game.core.faces.Judge.terms`).

    The reasons add up to the whole difference. Those that speak for it come first, then those against it, the
    weightiest first in each part.
    """
    groups = defaultdict[str, dict[str, float]](dict)
    for what in {**one, **other}:
        groups[what.partition(WITHIN)[0]][what.partition(WITHIN)[2]] = one.get(what, 0.0) - other.get(what, 0.0)
    found = [Difference(sum(parts.values()), _called(group, parts)) for group, parts in groups.items()]
    total = sum(reason.points for reason in found)
    weighing = sorted(
        (each for each in found if each.what != REST and abs(each.points) >= LEAST), key=lambda each: -abs(each.points)
    )
    shown = weighing if len(weighing) <= _MOST else weighing[: _MOST - 1]
    shown.sort(key=lambda reason: reason.points * total < 0)
    rest = total - sum(reason.points for reason in shown)
    return (*shown, *([Difference(rest, REST)] if abs(rest) >= LEAST else []))


def _called(group: str, parts: Mapping[str, float]) -> str:
    """Return the name of a group or, if a single term makes it up, of that term."""
    weighing = [name for name, points in parts.items() if abs(points) >= LEAST]
    return weighing[0] if len(weighing) == 1 and weighing[0] else group
