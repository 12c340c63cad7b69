"""The computer players: legal, deterministic, knowing no more than a view, and each better than the one before."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from game.core.faces import Policy
from game.spirit_ground import Game
from game.spirit_ground.players import greedy, search
from game.spirit_ground.players.search.placing import MOST, turns
from game.spirit_ground.rules.seats import SEAT_OF
from tests.games.playing import answers_alike, at_random, won
from tests.spirit_ground.playing import games, plies

PLAYERS: Mapping[str, Policy] = {"greedy": greedy.policy, "search": search.policy}


def deal(seed: str) -> Game:
    return Game.new(2, seed=seed)


@pytest.mark.parametrize(("name", "every"), [("greedy", 1), ("search", 3)])
def test_it_chooses_what_is_legal_and_the_same_for_the_same_dice(name: str, every: int) -> None:
    for game in games(2):
        for number, at in enumerate(plies(game)):
            if number % every == 0:
                answers_alike(PLAYERS[name], at)


def test_it_looks_at_no_more_turns_than_it_may() -> None:
    most = 0
    for game in games(4):
        for at in plies(game):
            if not at.over and at.kind(at.asked[0]) == "place":
                most = max(most, len(turns(at, SEAT_OF[at.asked[0]], fine=True)))
    assert 100 < most <= MOST


def test_greedy_beats_chance() -> None:
    assert won(deal, greedy.policy, at_random, 10) >= 8


def test_search_beats_greedy() -> None:
    """In a few games here; in many others it won more than three in four."""
    assert won(deal, search.policy, greedy.policy, 4) >= 3
