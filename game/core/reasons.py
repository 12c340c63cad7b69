"""Why one answer is better than another: what makes up the difference, named and weighed; knows no game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from game.core.faces import WITHIN

LEAST = 0.5
"""Points that a reason is worth at least: what is less is told as none."""
_MOST = 4
"""Reasons that are given."""
REST = "the rest"
"""What all others come to; a term of a judge that is called so is one of them, whatever it is worth."""


class Reason(NamedTuple):
    """By so many points better or worse, in what."""

    points: float
    what: str


def reasons(one: Mapping[str, float], other: Mapping[str, float]) -> tuple[Reason, ...]:
    """What makes one answer better or worse than another, by the terms of both (see `game.core.faces.Judge.terms`).

    They come to the whole difference; those for it come first, then those against it, each with the one that weighs
    most.
    """
    groups = defaultdict[str, dict[str, float]](dict)
    for what in {**one, **other}:
        groups[what.partition(WITHIN)[0]][what.partition(WITHIN)[2]] = one.get(what, 0.0) - other.get(what, 0.0)
    found = [Reason(sum(parts.values()), _called(group, parts)) for group, parts in groups.items()]
    total = sum(reason.points for reason in found)
    weighing = sorted(
        (each for each in found if each.what != REST and abs(each.points) >= LEAST), key=lambda each: -abs(each.points)
    )
    shown = weighing if len(weighing) <= _MOST else weighing[: _MOST - 1]
    shown.sort(key=lambda reason: reason.points * total < 0)
    rest = total - sum(reason.points for reason in shown)
    return (*shown, *([Reason(rest, REST)] if abs(rest) >= LEAST else []))


def _called(group: str, parts: Mapping[str, float]) -> str:
    """A group by what makes it up, if that is one thing."""
    weighing = [name for name, points in parts.items() if abs(points) >= LEAST]
    return weighing[0] if len(weighing) == 1 and weighing[0] else group
