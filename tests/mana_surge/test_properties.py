"""Properties over generated input: no text and no data crash a reader."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import history, scenario
from game.core.errors import BadPosition, BadRecord, MoveError, SetupError
from game.mana_surge import Game
from game.mana_surge.kit import KIT
from game.mana_surge.rules.boards import read
from tests.mana_surge.playing import games, moves
from tests.mana_surge.test_boards import SMALL

LINES = history.write(KIT, played := next(games(1)), moves(played)).splitlines()


@settings(max_examples=80)
@given(st.integers(0, len(LINES) - 1), st.one_of(st.text(max_size=30), st.sampled_from(LINES)))
def test_a_record_with_a_changed_line_is_the_same_game_or_refused(at: int, line: str) -> None:
    """Nothing but BadRecord is ever raised, however a line is changed."""
    text = "\n".join([*LINES[:at], line, *LINES[at + 1 :]])
    with suppress(BadRecord):
        assert history.replay(text).ply <= len(LINES)


WORDS = st.sampled_from(
    [
        'title = "t"',
        "players = 3",
        'board = "whirlpool"',
        'board = "x"',
        "fierce = true",
        "turn = 40",
        'phase = "combat"',
        'phase = "setup"',
        'phase = "move"',
        "points = 3",
        "spawns = 2",
        "[scenario.P1]",
        "[scenario.P2]",
        'troops = ["d4", "c3"]',
        'troops = ["d5", "e4"]',
        'troops = ["a1"]',
        'corner = "g1"',
        'colour = "blue"',
        "mana = 9",
        "[[scenario.steps]]",
        "play = 'P1 attack c3xd5'",
        "legal = ['P1 move pass']",
        "run_to = 'end'",
        "run_to = '3.P2'",
        "expect = { turn = 8 }",
        'first = "P2"',
        'active = "P3"',
    ]
)


@settings(max_examples=250)
@given(st.lists(WORDS, max_size=10))
def test_any_text_is_a_scenario_or_refused(lines: list[str]) -> None:
    """Reading raises BadRecord, setting up raises BadPosition, running returns a text."""
    with suppress(BadRecord, BadPosition):
        of_game, tables = scenario.read("\n".join(['game = "mana-surge"', "[[scenario]]", *lines]))
        for table in tables:
            assert of_game.run(table) != ""


BOARD = SMALL.splitlines()


@settings(max_examples=150)
@given(st.integers(1, len(BOARD) - 1), st.one_of(st.text(max_size=40), st.sampled_from(BOARD)))
def test_any_text_is_a_board_or_refused(at: int, line: str) -> None:
    with suppress(SetupError):
        assert read("\n".join([*BOARD[:at], line, *BOARD[at + 1 :]])).side == 3


def _leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(leaf for key, value in inner for leaf in _leaves(value, (*path, key)))]


MIDDLE = Game.new(seed="middle")
for _ in range(25):
    MIDDLE.play(MIDDLE.asked[0], MIDDLE.legal(MIDDLE.asked[0])[0])
POSITION = MIDDLE.to_dict()
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.just([]), st.just({}),
    st.sampled_from(["P1", "P2", "b2", "d4", "surge", "start", "combat", "red", [None], {"P1": "b2"}]),
)  # fmt: skip


@settings(max_examples=400)
@given(st.sampled_from(_leaves(POSITION)[1:]), VALUES)
def test_a_changed_position_is_refused_or_can_be_played_to_its_end(path: tuple[Any, ...], value: Any) -> None:
    data = json.loads(json.dumps(POSITION))
    at = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    with suppress(BadPosition):
        game = Game.from_dict(data)
        while not game.over:
            game.play(game.asked[0], game.legal(game.asked[0])[-1])


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=12), st.from_regex(r"[a-h][0-9][x-][a-h][0-9]", fullmatch=True)))
def test_any_token_is_played_or_refused_in_words(token: str) -> None:
    game = MIDDLE.copy()
    if token in game.legal(game.asked[0]):
        game.play(game.asked[0], token)
        return
    with pytest.raises(MoveError, match="is asked: "):
        game.play(game.asked[0], token)
    assert game.to_dict() == POSITION
