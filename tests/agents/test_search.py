"""The search that knows no game, with worlds that are plain numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from game.core.search import Stage, best

WORTH = {"low": 1.0, "high": 3.0, "middle": 2.0}


def plain(_world: float, token: str) -> float:
    return WORTH[token]


def after(trials: int) -> Callable[[], bool]:
    """Return a clock that says that time is up after so many trials."""
    asked = iter(range(trials))
    return lambda: next(asked, None) is None


def test_the_best_mean_wins_whatever_the_order() -> None:
    for order in (["low", "high", "middle"], ["middle", "low", "high"]):
        assert best(order, lambda rng: rng.random(), plain, [Stage(2, 1)], Random(1)) == "high"


def test_of_equals_the_likelier_one_is_taken() -> None:
    assert best(["b", "a"], lambda rng: 0.0, lambda world, token: 0.0, [Stage(3, 1)], Random(1)) == "b"


def test_all_of_a_stage_meet_the_same_worlds_and_only_the_best_go_on() -> None:
    met: dict[str, list[float]] = {token: [] for token in WORTH}

    def worth(world: float, token: str) -> float:
        met[token].append(world)
        return WORTH[token]

    best(list(WORTH), lambda rng: rng.random(), worth, [Stage(2, 2), Stage(3, 1)], Random(1))
    assert met["low"] == met["high"][:2]
    assert met["high"] == met["middle"]
    assert Counter(map(len, met.values())) == {2: 1, 5: 2}


def test_worlds_after_the_first_can_change_the_choice() -> None:
    worlds = iter([0.0, 1.0, 1.0])

    def worth(world: float, token: str) -> float:
        return {"early": 2.0 - 3 * world, "late": 1.0}[token]

    assert best(["early", "late"], lambda rng: next(worlds), worth, [Stage(1, 2), Stage(2, 1)], Random(1)) == "late"


@pytest.mark.parametrize(
    ("trials", "chosen"),
    [(0, "low"), (1, "low"), (2, "high"), (3, "high"), (4, "high"), (99, "high")],
)
def test_when_time_is_up_there_is_an_answer(trials: int, chosen: str) -> None:
    """If nothing was tried, the likeliest; in the first world, the best tried so far; later, the best by complete
    worlds."""
    stages = [Stage(2, 2), Stage(2, 1)]
    assert best(list(WORTH), lambda rng: 0.0, plain, stages, Random(1), after(trials)) == chosen


def test_a_world_cut_short_does_not_count() -> None:
    """The second world would have reversed the order."""
    worlds = iter([0.0, 9.0])

    def worth(world: float, token: str) -> float:
        return WORTH[token] + (world if token == "low" else 0.0)

    assert best(list(WORTH), lambda rng: next(worlds), worth, [Stage(2, 1)], Random(1), after(5)) == "high"


def test_one_candidate_is_taken_untried() -> None:
    def never(rng: Random) -> float:
        raise AssertionError("a world was dealt")

    assert best(["only"], never, plain, [Stage(1, 1)], Random(1)) == "only"


def test_nothing_to_choose_from_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        best([], lambda rng: 0.0, plain, [Stage(1, 1)], Random(1))
