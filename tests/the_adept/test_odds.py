"""Odds and choices, compared with a slow reference implementation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from random import Random
from typing import Any

import pytest

import game.the_adept as adept
from game.the_adept.rules import odds, rolling
from game.the_adept.rules.dice import Die, pool_of
from tests.the_adept import naive

SIZES = [die.value for die in Die]


def written(pool: Sequence[int]) -> str:
    return " ".join(f"d{die}" for die in pool)


@pytest.mark.parametrize(
    "pool", [pool for n in (1, 2) for pool in combinations_with_replacement(SIZES, n)], ids=written
)
def test_small_pools(pool: Sequence[int]) -> None:
    for difficulty in (0, 1, 2, 5, 9, 24):
        assert adept.odds(written(pool), difficulty) == naive.odds(pool, {difficulty: Fraction(1)}, 2)


@pytest.mark.parametrize(
    ("pool", "difficulty", "keep"),
    [
        ((4, 4, 4), 5, 2),
        ((4, 6, 8), 7, 2),
        ((4, 4, 6), 5, 3),
        ((6, 6, 6), 12, 3),
        ((4, 10, 12), 0, 2),
        ((6, 8, 8), 10, 2),
        ((4, 4, 4, 4), 6, 2),
        ((4, 4, 6, 6), 6, 3),
        ((4, 4, 6, 8), 9, 2),
        ((4, 4, 4, 6), 11, 4),
        ((4, 6, 6, 12), 15, 2),
        ((4, 4, 4, 4, 6), 6, 2),
        ((4, 4, 4, 4, 6), 8, 3),
    ],
)
def test_larger_pools(pool: Sequence[int], difficulty: int, keep: int) -> None:
    assert adept.odds(written(pool), difficulty, keep=keep) == naive.odds(pool, {difficulty: Fraction(1)}, keep)


@pytest.mark.parametrize(
    ("pool", "against"), [((4, 6), (4,)), ((6, 8, 10), (4, 6)), ((4, 4, 6), (4, 4, 4)), ((12, 12), (12,))]
)
def test_against_a_pool(pool: Sequence[int], against: Sequence[int]) -> None:
    assert adept.odds(written(pool), against=written(against)) == naive.odds(pool, naive.totals(against), 2)


def test_many_dice_are_counted_exactly() -> None:
    """For any pool chances add up, and fractions are in lowest terms."""
    rng = Random(8)
    for _ in range(20):
        pool = sorted(rng.choices(SIZES, k=10))
        odds = adept.odds(written(pool), rng.randrange(24))
        effects = {int(die[1:]): Fraction(chance) for die, chance in odds["effects"].items()}
        win = Fraction(odds["win"])
        assert sum(effects.values()) == win
        assert set(effects) <= {4, *pool}
        assert 0 <= Fraction(odds["heroic"]) <= win <= 1 - Fraction(odds["botch"])
        assert win * Fraction(odds["mean"]) == sum(die * chance for die, chance in effects.items())


def test_odds_of_thirty_dice_hold_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test counts binomial coefficients: their number must not grow with how many dice show a value that completes
    the total."""
    counted = list[int]()

    def ways(whole: int, part: int) -> int:
        counted.append(part)
        return comb(whole, part)

    monkeypatch.setattr(odds, "comb", ways)
    pool = pool_of("6d4 6d6 6d8 6d10 6d12")
    found = odds.chances(pool, pool)
    assert len(counted) < 3000
    counted.clear()
    assert odds.chances(pool, pool) is found
    assert not counted, "who looks again has them at once"


def test_every_choice_worth_a_thought_is_shown_and_no_other() -> None:
    rng = Random(9)
    for _ in range(600):
        roll = [(die, rng.randint(1, die)) for die in rng.choices(SIZES, k=rng.randint(1, 7))]
        good = sum(value > 1 for _, value in roll)
        keep = rng.randint(2, max(2, good))
        effects = rng.randint(1, max(1, good - keep))
        found = adept.analyse(" ".join(f"d{die}:{value}" for die, value in roll), keep, effects)
        expected = naive.best(roll, keep, effects)
        assert found["options"] == [f"{total} {' '.join(f'd{die}' for die in dice)}" for total, dice in expected]
        for choice in (found["best_total"], found["best_effect"]):
            uses, gives = choice["uses"], choice["from"]
            assert not set(uses) & set(gives)
            assert sum(roll[place - 1][1] for place in uses) == choice["total"]
            assert sorted((roll[place - 1][0] for place in gives), reverse=True) == [
                int(die[1:]) for die in choice["effect"].split() if gives
            ]


def test_many_effect_dice_that_were_bought_hold_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried must not grow with the number of sets that the dice can form."""
    rng, tried = Random(11), list[object]()
    with_effect = rolling._with_effect

    def trying(*given: Any) -> rolling.Choice | None:
        tried.append(given)
        return with_effect(*given)

    monkeypatch.setattr(rolling, "_with_effect", trying)
    for _ in range(5):
        roll = " ".join(f"d{die}:{rng.randint(2, die)}" for die in rng.choices(SIZES, k=30))
        for effects in (10, 20, 28):
            tried.clear()
            found = adept.analyse(roll, 2, effects)
            assert found["options"]
            assert len(tried) < 200 * len(found["options"])


def test_advice_ends_highest() -> None:
    rng = Random(10)
    for _ in range(300):
        roll = [(die, rng.randint(1, die)) for die in rng.choices(SIZES, k=rng.randint(3, 6))]
        difficulty = rng.randint(0, 14)
        found = adept.analyse(" ".join(f"d{die}:{value}" for die, value in roll), difficulty=difficulty)
        ends = [
            ((effect[0] - 4) // 2 + (total - difficulty) // 5, total, f"{total} d{effect[0]}")
            for total, effect in naive.choices(roll, 2, 1)
            if total > difficulty
        ]
        assert found["success"] == bool(ends)
        assert found["advice"] == (max(ends)[2] if ends else "-")
