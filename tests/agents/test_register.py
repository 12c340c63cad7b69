"""Computer players are found by name."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from agents import cautious, hurried, known, named, names, takes
from game.adepts import Game
from game.adepts.kit import KIT
from game.core.errors import SetupError
from tests.agents.games import late_after


def test_the_players_are_named_from_the_weakest_on() -> None:
    assert names(KIT) == ("random", "novice", "casual", "greedy", "strong", "master")


@pytest.mark.parametrize("name", names(KIT))
def test_every_name_plays(name: str) -> None:
    game = Game.new(players=2, seed="register")
    seat, decision = next(iter(game.pending.items()))
    game.play(seat, hurried(name, KIT, late_after(10))(game.view(seat), decision, Random(1)))
    assert game.ply == 1


def test_a_player_is_found_by_its_title_too() -> None:
    assert named("regular", KIT) is named("Regular", KIT) is named("greedy", KIT)
    assert named("Random", KIT) is named("random", KIT)
    assert [known(name, KIT) for name in ("Regular", "MASTER", "Random")] == ["greedy", "master", "random"]


def test_who_is_late_is_answered_for_by_a_quick_player() -> None:
    """Namely the best of those that need no process of their own."""
    assert [takes(name, KIT) > 0 for name in names(KIT)] == [False] * 4 + [True] * 2
    for seed in range(5):
        game = Game.new(players=2, seed=f"late {seed}")
        seat, decision = next(iter(game.pending.items()))
        view = game.view(seat)
        assert cautious(KIT)(view, decision, Random(1)) == named("greedy", KIT)(view, decision, Random(1))


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(SetupError, match=r"'gready'.*random, novice, casual, greedy, strong, master"):
        named("gready", KIT)


def test_random_takes_every_token_about_as_often() -> None:
    """72 groups, 100 draws each on average: 60 to 140 is four standard deviations."""
    game = Game.new(players=2, seed="register")
    seat, decision = next(iter(game.pending.items()))
    view, rng, random = game.view(seat), Random(1), named("random", KIT)
    drawn = Counter(random(view, decision, rng) for _ in range(100 * len(decision.tokens)))
    assert set(drawn) == set(decision.tokens)
    assert all(60 <= count <= 140 for count in drawn.values())
