"""The player called `greedy`: legal, deterministic with an equal generator, and better than random."""

from __future__ import annotations

import pytest

from game.mana_surge import Game
from game.mana_surge.players.greedy import policy
from tests.games.playing import answers_alike, at_random, won
from tests.mana_surge.playing import games, plies


def test_it_chooses_what_is_legal_and_the_same_for_the_same_dice() -> None:
    for game in games(4):
        for at in plies(game):
            answers_alike(policy, at)


@pytest.mark.parametrize("board", ["surge", "whirlpool"])
def test_it_beats_two_random_players(board: str) -> None:
    """By chance it would win a third."""
    assert won(lambda seed: Game.new(board=board, seed=seed), policy, at_random, 12) >= 9
