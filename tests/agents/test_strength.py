"""How well the players play."""

from __future__ import annotations

from statistics import fmean

import pytest

from game.adepts.rules.cards import SELECTIONS
from tests.agents.games import margins, wins


def test_greedy_beats_random() -> None:
    """It wins at least 97 of 100 two-player games from fixed seeds, in both seats in turn."""
    assert wins(100, 2, "first-game") >= 0.97


@pytest.mark.strength
def test_greedy_beats_random_over_a_thousand_games() -> None:
    assert wins(1000, 2, "first-game") >= 0.97


@pytest.mark.parametrize("spells", [name for name in SELECTIONS if name != "first-game"])
def test_greedy_beats_random_with_other_spells(spells: str) -> None:
    assert wins(20, 2, spells) >= 0.9


def test_strong_beats_greedy() -> None:
    """In either seat; docs/players.md has the share over many games."""
    assert wins(2, 2, "first-game", "strong", "greedy") == 1.0


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_beats_several_random_players(players: int) -> None:
    """By chance alone it would win at most one game in three."""
    assert wins(20, players, "random") >= 0.8


@pytest.mark.parametrize(("stronger", "weaker"), [("novice", "random"), ("casual", "novice"), ("greedy", "casual")])
def test_each_level_beats_the_one_below(stronger: str, weaker: str) -> None:
    """It wins most two-player games, in both seats in turn; docs/players.md has the margins."""
    assert wins(30, 2, "first-game", stronger, weaker) >= 0.8


def test_a_novice_is_as_far_below_the_regular_player_as_people_are_in_their_first_game() -> None:
    """90 to 130 mana over many games, so about as much over these; `casual` is half as far below."""
    below = {name: -fmean(margins(20, name, "greedy")) for name in ("novice", "casual")}
    assert 80 <= below["novice"] <= 145
    assert 0.3 * below["novice"] <= below["casual"] <= 0.7 * below["novice"]
