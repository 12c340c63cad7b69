"""The player called `search`: legal, deterministic, and better than two greedy players."""

from __future__ import annotations

import pytest

from game.mana_surge import Game
from game.mana_surge.players import greedy, search
from game.mana_surge.players.search.field import field
from game.mana_surge.players.search.turns import MOST, ends
from tests.games.playing import answers_alike, won
from tests.mana_surge.playing import games, plies


def test_it_chooses_what_is_legal_and_the_same_for_the_same_dice() -> None:
    for game in games(4):
        for at in plies(game):
            answers_alike(search.policy, at)


def test_it_looks_at_no_more_positions_than_it_may() -> None:
    """On the larger board, with many tokens and more points than it can search completely."""
    g = Game.new(board="whirlpool", seed="crowd").state
    own = sum(1 << g.board.index[name] for name in ("b3", "b5", "c3", "c5", "c7", "d2", "d4", "d6", "f3", "f5", "f7"))
    found = ends(field(g.board, False), (own, 0, 0), 0, 4, True)
    assert len(found) == MOST


@pytest.mark.parametrize(("board", "count"), [("surge", 12), ("whirlpool", 4)])
def test_it_beats_two_greedy_players(board: str, count: int) -> None:
    """Greedy players would win a third of these games."""
    assert won(lambda seed: Game.new(board=board, seed=seed), search.policy, greedy.policy, count) > 0.6 * count
