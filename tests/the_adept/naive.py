"""A slow reference implementation of rolls: every outcome, and every choice of dice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

Roll = Sequence[tuple[int, int]]
"""The sides and value of each die."""


def choices(roll: Roll, keep: int, effects: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each total with the effect dice that can go with it, the largest first; d4 if no die is left."""
    good = [index for index, (_, value) in enumerate(roll) if value > 1]
    for uses in combinations(good, min(keep, len(good))):
        left = sorted((roll[index][0] for index in good if index not in uses), reverse=True)
        total = sum(roll[index][1] for index in uses)
        for gives in combinations(left, min(effects, len(left))):
            yield total, gives or (4,)


def best(roll: Roll, keep: int = 2, effects: int = 1) -> list[tuple[int, tuple[int, ...]]]:
    """Return the choices that no other equals or beats in both total and effect, by falling total."""
    every = set(choices(roll, keep, effects))
    return sorted(
        (one for one in every if not any(o != one and o[0] >= one[0] and o[1] >= one[1] for o in every)), reverse=True
    )


def odds(pool: Sequence[int], levels: dict[int, Fraction], keep: int) -> dict[str, object]:
    """Return what `odds` returns, by counting all outcomes."""
    whole = Fraction(1)
    for die in pool:
        whole /= die
    told: dict[str, Fraction] = defaultdict(Fraction)
    effects: dict[int, Fraction] = defaultdict(Fraction)
    for values in product(*(range(1, die + 1) for die in pool)):
        roll = list(zip(pool, values, strict=True))
        told["hitch"] += 1 in values
        told["botch"] += set(values) == {1}
        every = best(roll, keep)
        for level, chance in levels.items():
            winning = [effect for total, effect in every if total > level]
            if winning:
                told["win"] += chance
                effects[max(winning)[0]] += chance
            told["heroic"] += chance * (every[0][0] >= level + 5)
    mean = sum((die * chance for die, chance in effects.items()), Fraction()) / (told["win"] or 1)
    return {
        **{name: str(told[name] * whole) for name in ("win", "heroic", "hitch", "botch")},
        "effects": {f"d{die}": str(chance * whole) for die, chance in sorted(effects.items())},
        "mean": str(mean),
    }


def totals(pool: Sequence[int]) -> dict[int, Fraction]:
    """Return the chance of each best total of two dice."""
    found = Counter[int]()
    for values in product(*(range(1, die + 1) for die in pool)):
        found[best(list(zip(pool, values, strict=True)))[0][0]] += 1
    return {total: Fraction(count, sum(found.values())) for total, count in found.items()}
