"""The player called `search`: legal, the same for the same question, and better than two that are greedy."""

from __future__ import annotations

from random import Random

import pytest

from game.mana_surge import Game
from game.mana_surge.players import greedy, search
from game.mana_surge.players.search.field import field
from game.mana_surge.players.search.turns import MOST, ends
from tests.mana_surge.playing import games, plies


def test_it_chooses_what_is_legal_and_the_same_for_the_same_dice() -> None:
    for game in games(4):
        for at in plies(game):
            for decision in at.pending.values():
                view = at.view(decision.seat)
                chosen = {search.policy(view, decision, Random(1)) for _ in range(2)}
                assert len(chosen) == 1
                assert chosen <= set(decision.tokens)
                assert view == at.view(decision.seat)


def test_it_looks_at_no_more_positions_than_it_may() -> None:
    """On the larger board, with many tokens and more points than it can look through."""
    g = Game.new(board="whirlpool", seed="crowd").state
    own = sum(1 << g.board.index[name] for name in ("b3", "b5", "c3", "c5", "c7", "d2", "d4", "d6", "f3", "f5", "f7"))
    found = ends(field(g.board, False), (own, 0, 0), 0, 4, True)
    assert len(found) == MOST


@pytest.mark.parametrize(("board", "count"), [("surge", 12), ("whirlpool", 4)])
def test_it_beats_two_greedy_players(board: str, count: int) -> None:
    """A third is par: what greedy players win of these games."""
    won = 0.0
    for number in range(count):
        game, rng, me = Game.new(board=board, seed=f"search {number}"), Random(number), f"P{number % 3 + 1}"
        while not game.over:
            [(seat, decision)] = game.pending.items()
            player = search if seat == me else greedy
            game.play(seat, player.policy(game.view(seat), decision, rng))
        best = [seat for seat, line in (game.scores or {}).items() if line["rank"] == 1]
        won += (me in best) / len(best)
    assert won > 0.6 * count
