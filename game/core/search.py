"""A search for any game: which answer does best in worlds that could be the real one.

A game supplies the parts: candidates, likeliest first; a function that deals a world; what an answer is worth in one.
All candidates of a stage meet the same worlds, so luck is the same for all; the best go on to the next stage.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

W = TypeVar("W")
Late = Callable[[], bool]
"""Says whether time is up."""


def never() -> bool:
    """Never say that time is up."""
    return False


class Stage(NamedTuple):
    """The number of worlds in which each remaining candidate is tried, and how many of the best are kept after that."""

    worlds: int
    keep: int


def best(
    candidates: Sequence[str],
    deal: Callable[[Random], W],
    worth: Callable[[W, str], float],
    stages: Sequence[Stage],
    rng: Random,
    late: Late = never,
) -> str:
    """Return the candidate with the highest mean; of equals, the likelier one.

    `late` is asked before each trial. Once it says that time is up, the best so far is returned: by the worlds that all
    remaining candidates have met or, if the first world was not finished, of those tried in it. Raises ValueError if
    there is no candidate.
    """
    if not candidates:
        raise ValueError("there is nothing to choose from")
    left = list(candidates)
    sums = dict.fromkeys(left, 0.0)
    for number, stage in enumerate(stages):
        for again in range(stage.worlds):
            if len(left) == 1:
                return left[0]
            world, found = deal(rng), dict[str, float]()
            for each in left:
                if late():
                    first = not number and not again
                    return max(found, key=found.__getitem__) if first and found else left[0]
                found[each] = worth(world, each)
            for each, value in found.items():
                sums[each] += value
            left.sort(key=sums.__getitem__, reverse=True)
        del left[stage.keep :]
    return left[0]
