"""How well the players play."""

from __future__ import annotations

import pytest

from game.adepts.rules.cards import SELECTIONS
from tests.agents.games import wins


def test_greedy_beats_random() -> None:
    """In at least 97 of 100 two-player games, seats alternated; the first 200 of the fixed seeds."""
    assert wins(200, 2, "first-game") >= 0.97


@pytest.mark.strength
def test_greedy_beats_random_over_a_thousand_games() -> None:
    assert wins(1000, 2, "first-game") >= 0.97


@pytest.mark.parametrize("spells", [name for name in SELECTIONS if name != "first-game"])
def test_greedy_beats_random_with_other_spells(spells: str) -> None:
    assert wins(20, 2, spells) >= 0.9


def test_strong_beats_greedy() -> None:
    """From either seat: docs/players.md has how often it does over many games."""
    assert wins(2, 2, "first-game", "strong", "greedy") == 1.0


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_beats_several_random_players(players: int) -> None:
    """Chance alone would win at most one game in three."""
    assert wins(20, players, "random") >= 0.8
