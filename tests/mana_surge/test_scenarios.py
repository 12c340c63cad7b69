"""A failing scenario says why, and an invalid file is refused with the place."""

from __future__ import annotations

import re
from functools import partial

import pytest

from game.core.errors import BadPosition, BadRecord
from game.mana_surge.rules.scenario import ManaSurgeScenarios
from tests.games import scenarios
from tests.games.positions import by_hand

STEP = "[[scenario.steps]]\n"
failure = partial(scenarios.failure, "mana-surge")


def test_there_are_many() -> None:
    assert len(scenarios.titles("mana_surge")) >= 150


def test_a_scenario_that_does_not_hold_says_why() -> None:
    assert failure(f"{STEP}expect = {{ turn = 2 }}") == "turn: expected 2, got 1"
    assert failure(f'{STEP}play = "P1 move b2-c3"') == "P1 move b2-c3: refused; asked P1 spawn: a2 b1 b2"
    assert "expected illegal" in str(failure(f'{STEP}illegal = ["P1 spawn a2"]'))
    assert "expected legal" in str(failure(f'{STEP}legal = ["P1 spawn a3"]'))


def test_what_is_left_out_is_as_the_notation_says() -> None:
    """The first player is active; colours and corners that are not named go by seat; points and spawns come from
    tokens on abilities (ruling r5)."""
    tables = {"P1": {"corner": "g1"}, "P2": {"colour": "red", "troops": ["c2", "c5", "a4"]}}
    found = by_hand(ManaSurgeScenarios(), first="P2", **tables).to_dict()
    wanted = {
        "turn": 1, "phase": "start", "first": "P2", "active": "P2", "points": 3, "spawns": 2, "seed": "scenario",
        "board": "surge", "effects": [],
    }  # fmt: skip
    assert {key: found[key] for key in wanted} == wanted
    given = {seat: (player["colour"], player["corner"], player["mana"]) for seat, player in found["players"].items()}
    assert given == {"P1": ("green", "g1", 0), "P2": ("red", "a1", 0), "P3": ("blue", "d7", 0)}


def test_what_was_taken_by_itself_is_accepted_once_and_an_open_question_goes_first() -> None:
    full = '[scenario.P1]\ntroops = ["a2", "b1"]\n'
    assert failure(f'{full}{STEP}play = "P1 spawn b2"') is None
    assert "refused" in str(failure(f'{full}{STEP}play = "P1 spawn b2\\nP1 spawn b2"'))
    assert "refused" in str(failure(f'{full}{STEP}play = "P1 spawn a2"'))
    moved = f'{full}{STEP}play = "P1 move b2-c3\\nP1 spawn b2"'
    assert "refused" in str(failure(moved)), "it was before the last move"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wonder = 1", "wonder"),
        ("[scenario.P1]\nhand = 1", "P1.hand"),
        ("[scenario.P4]\nmana = 1", "P4"),
        ("players = 4", "players"),
        ("turn = 0", "turn"),
        ("turn = 41", "turn"),
        ('phase = "over"', "phase"),
        ("points = -1", "points"),
        ("[scenario.P1]\nmana = 10", "mana"),
        ('[scenario.P1]\ncolour = "yellow"', "colour"),
        (f'{STEP}run_to = "41.P1"', "run_to"),
        (f'{STEP}run_to = "4.P4"', "run_to"),
        (f'{STEP}run_to = "4.move"', "run_to"),
        (f'{STEP}legal = ["P1 move"]', "legal"),
        (f"{STEP}wonder = 1", "wonder"),
    ],
)
def test_a_table_with_a_fault_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(said)):
        failure(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[scenario.P1]\ntroops = ["b2", "b2"]', "P1.troops: there are two tokens on b2"),
        ('[scenario.P1]\ntroops = ["b2"]\n[scenario.P3]\ntroops = ["b2"]', "P3.troops: there are two tokens on b2"),
        ('[scenario.P2]\ntroops = ["a1"]', "P2.troops: a1 is a spawner's corner"),
        ('[scenario.P2]\ntroops = ["g1"]', "P2.troops: g1 is a spawner's corner"),
        ('[scenario.P2]\ntroops = ["h1"]', "P2.troops: the board surge has no hex 'h1'"),
        ('[scenario.P1]\ncolour = "red"\n[scenario.P2]\ncolour = "red"', "P2.colour: red is P1's"),
        ('[scenario.P1]\ncorner = "g1"\n[scenario.P3]\ncorner = "g1"', "P3.corner: g1 is P1's"),
        ('[scenario.P1]\ncorner = "a4"', "P1.corner: 'a4' is none of a1 d7 g1"),
        ('phase = "move"\nspawns = 1', "spawns: tokens are spawned in the phase start alone"),
        ('phase = "setup"\nturn = 2', "turn: a new game is set up by its moves"),
        ('phase = "setup"\n[scenario.P1]\nmana = 2', "P1: a new game is set up by its moves"),
        ('board = "moon"', "no board is called 'moon'; there is: surge, whirlpool"),
        ('seed = ""', "a seed is printable text"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadPosition, match=f"^{re.escape(said)}"):
        failure(text)
