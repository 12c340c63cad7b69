"""The computer players: legal, deterministic, knowing no more than a view, and each better than the one before."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from game.core.faces import Policy
from game.core.search import Stage
from game.harrowing import Game
from game.harrowing.players import greedy, search
from game.harrowing.rules.scenario import HarrowingScenarios
from tests.agents.games import late_after
from tests.games.playing import answers_alike, at_random, won
from tests.games.positions import by_hand
from tests.harrowing.playing import games, greedy_game, plies

PLAYERS: Mapping[str, Policy] = {"greedy": greedy.policy, "search": search.policy}
READY = {"1,0": "1a1 P1", "1,-1": "1d1 P1", "2,-1": "2a1 P1"}
"""A pattern of P1's."""


def deal(seed: str) -> Game:
    return Game.new(2, seed=seed)


@pytest.mark.parametrize(("name", "every"), [("greedy", 8), ("search", 250)])
def test_it_chooses_what_is_legal_and_the_same_for_the_same_dice(name: str, every: int) -> None:
    for game in games(3):
        for number, at in enumerate(plies(game)):
            if number % every == 0:
                answers_alike(PLAYERS[name], at)


@pytest.mark.parametrize("name", PLAYERS)
def test_it_claims_what_wins(name: str) -> None:
    game = by_hand(HarrowingScenarios(), field=READY, P1={"claimed": ["3a1", "3d1"]})
    while not game.over:
        [(seat, decision)] = game.pending.items()
        assert seat == "P1"
        game.play(seat, PLAYERS[name](game.view(seat), decision, Random(2)))
    assert (game.scores or {})["P1"]["rank"] == 1


def test_greedy_wins_by_runes_against_itself() -> None:
    rounds = [greedy_game(number).state.turn for number in range(4)]
    assert sum(rounds) / len(rounds) < 20


def test_greedy_beats_chance() -> None:
    assert won(deal, greedy.policy, at_random, 6) >= 5


def test_search_beats_greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a few games here, and thinking for a quarter of its time; in many others it won more than three in four."""
    monkeypatch.setattr(search, "STAGES", (Stage(3, 3), Stage(5, 1)))
    assert won(deal, search.policy, greedy.policy, 2) >= 1


def test_search_gives_its_best_so_far_when_it_is_late() -> None:
    [game] = games(1)
    for token in ("1o", "1", "2"):
        game.play(game.asked[0], token)
    [decision] = game.pending.values()
    for asked in (0, 3, 40):
        assert search.policy(game.view(None), decision, Random(1), late_after(asked)) in decision.tokens
