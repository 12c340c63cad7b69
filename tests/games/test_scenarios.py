"""Every scenario of every game holds, and every ruling has one."""

from __future__ import annotations

import re

import pytest

from game.core import rulebook
from tests.games.scenarios import GAMES, TOLD, Told, titles


@pytest.mark.parametrize("told", TOLD, ids=[f"{told.game} {told.file}: {told.title}" for told in TOLD])
def test_scenario(told: Told) -> None:
    assert told.of_game.run(told.table) is None, told.file


@pytest.mark.parametrize("game", GAMES)
def test_each_has_a_title_of_its_own(game: str) -> None:
    assert len(set(titles(game))) == len(titles(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_named_by_a_scenario(game: str) -> None:
    named = titles(game)
    for number in rulebook.rulings(f"game.{game}.texts"):
        assert any(re.match(rf"r{number}\b", title) for title in named), number
