"""The player called `greedy`: legal, the same for the same dice, and better than random."""

from __future__ import annotations

from random import Random

import pytest

from game.mana_surge import Game
from game.mana_surge.players.greedy import policy
from tests.mana_surge.playing import games, plies


def test_it_chooses_what_is_legal_and_the_same_for_the_same_dice() -> None:
    for game in games(4):
        for at in plies(game):
            for decision in at.pending.values():
                view = at.view(decision.seat)
                chosen = {policy(view, decision, Random(1)) for _ in range(2)}
                assert len(chosen) == 1
                assert chosen <= set(decision.tokens)
                assert view == at.view(decision.seat)


@pytest.mark.parametrize("board", ["surge", "whirlpool"])
def test_it_beats_two_random_players(board: str) -> None:
    """A third is par."""
    won = 0
    for number in range(12):
        game, rng, me = Game.new(board=board, seed=f"greedy {number}"), Random(number), f"P{number % 3 + 1}"
        while not game.over:
            [(seat, decision)] = game.pending.items()
            token = policy(game.view(seat), decision, rng) if seat == me else rng.choice(decision.tokens)
            game.play(seat, token)
        won += game.standing()[me]["rank"] == 1
    assert won >= 9
