"""Every side of a tile has a scenario; a failure says why, and an invalid file is refused with a place."""

from __future__ import annotations

import re
from functools import partial

import pytest

from game.core.errors import BadPosition, BadRecord
from game.harrowing.rules.content import TILES
from tests.games import scenarios

STEP = "[[scenario.steps]]\n"
failure = partial(scenarios.failure, "harrowing")


def test_there_are_many() -> None:
    assert len(scenarios.titles("harrowing")) >= 200


def test_every_side_of_a_tile_has_one() -> None:
    """A wild tile, which each set has three times, counts once."""
    told = {title.split(":")[0] for title in scenarios.titles("harrowing")}
    for tile in TILES:
        sides = [f"{face.id} {face.name}" if len(tile.faces) > 1 else f"{tile.id} {face.name}" for face in tile.faces]
        if tile.what == "wild":
            assert any(f"{tile.set}{letter} {tile.faces[0].name}" in told for letter in "xyz")
        else:
            assert told.issuperset(sides)


def test_a_scenario_that_does_not_hold_says_why() -> None:
    assert failure(f"{STEP}expect = {{ turn = 2 }}") == "turn: expected 2, got 1"
    assert "refused; asked P1 invoke: muster might" in str(failure(f'{STEP}play = "P1 invoke weave"'))
    assert "expected illegal" in str(failure(f'{STEP}illegal = ["P1 invoke might"]'))
    assert "expected legal" in str(failure(f'{STEP}legal = ["P1 invoke weave"]'))


def test_what_was_taken_by_itself_is_accepted_once_and_an_open_question_goes_first() -> None:
    one = 'field = { "1,0" = "1a1" }\n'
    assert failure(f'{one}{STEP}play = "P1 invoke raise\\nP1 raise 1a"') is None
    assert "refused" in str(failure(f'{one}{STEP}play = "P1 invoke raise\\nP1 raise 1a\\nP1 raise 1a"'))
    later = "P1 invoke raise\\nP1 invoke might\\nP1 raise 1a"
    assert "refused" in str(failure(f'{one}{STEP}play = "{later}"')), "it was before the last move"


def test_run_to_leads_to_a_player_s_turn_and_meditates_on_the_way() -> None:
    assert failure(f'{STEP}run_to = "3.P2"\nexpect = {{ turn = 3, active = "P2", ply = 5 }}') is None
    assert failure(f'{STEP}run_to = "end"\nexpect = {{ over = true, turn = 30, ply = 60 }}') is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wonder = 1", "wonder"),
        ("[scenario.P1]\nhand = 1", "P1.hand"),
        ("[scenario.P5]\npool = 1", "P5"),
        ("players = 5", "players"),
        ("players = 1", "players"),
        ("turn = 0", "turn"),
        ("turn = 31", "turn"),
        ('phase = "over"', "phase"),
        ('active = "P5"', "active"),
        ("used = -1", "used"),
        ("[scenario.P1]\npool = 81", "pool"),
        ("[scenario.P1]\npool = -1", "pool"),
        (f'{STEP}run_to = "31.P1"', "run_to"),
        (f'{STEP}run_to = "4.P5"', "run_to"),
        (f'{STEP}run_to = "4.act"', "run_to"),
        (f'{STEP}legal = ["P1 invoke"]', "legal"),
        (f"{STEP}wonder = 1", "wonder"),
    ],
)
def test_a_table_with_a_fault_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(said)):
        failure(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('field = { "1" = "1a1" }', "field.1: there is no hex '1'"),
        ('field = { "01,0" = "1a1" }', "field.01,0: there is no hex '01,0'"),
        ('field = { "99,0" = "1a1" }', "field.99,0: there is no hex '99,0'"),
        ('field = { "0,0" = "1a1" }', "field.0,0: the core lies there"),
        ('field = { "1,0" = "1a" }', "field.1,0: '1a' is not a tile with its side"),
        ('field = { "1,0" = "1a3" }', "field.1,0: '1a3' is not a tile with its side"),
        ('field = { "1,0" = "9a1" }', "field.1,0: there is no tile '9a'"),
        ('field = { "1,0" = "2o1" }', "field.1,0: there is no tile '2o'"),
        ('field = { "1,0" = "1x2" }', "field.1,0: 1x is the same on both sides"),
        ('field = { "1,0" = "1a1", "0,1" = "1a2" }', "field.0,1: 1a is in two places"),
        ('field = { "1,0" = "1a1" }\nstack = ["1a"]', "1a is in two places"),
        ('field = { "1,0" = "1a1" }\nP1 = { claimed = ["1a1"] }', "1a is in two places"),
        ('stack = ["1a", "1a"]', "1a is in two places"),
        ('stack = ["1a1"]', "stack: there is no tile '1a1'"),
        ('field = { "2,0" = "1a1" }', "field: the field does not hang together"),
        ('field = { "1,0" = "1a1 P3" }', "field.1,0: there are 2 players"),
        ('field = { "1,0" = "1a1 P1 P1" }', "field.1,0: P1 is told twice"),
        ('field = { "1,0" = "1a1 10 10" }', "field.1,0: power is told twice"),
        ('field = { "1,0" = "1a1 P1x11" }', "field.1,0: 'P1x11' are neither pillars"),
        ('field = { "1,0" = "1a1 1" }', "field.1,0: the power on 1a1 is written with 2 digits"),
        ('field = { "1,0" = "2a1 1" }', "field.1,0: the power on 2a1 is written with 0 digits"),
        ('field = { "1,0" = "1a1 P1x6", "0,1" = "1b1 P1x6" }', "P1: a player has 10 pillars"),
        ('core = "1a"', "core: '1a' is not a core"),
        ('core = "1o 1"', "core: the power on 1o1 is written with 2 digits"),
        ('P1 = { power = { hoist = "1" } }', "P1.power: the board has no spell 'hoist'"),
        ('P1 = { power = { raise = "1" } }', "P1.power.raise: the power on raise is written with 3 digits"),
        ('P1 = { claimed = ["1a"] }', "P1.claimed: '1a' is not a tile with its side"),
        ('P1 = { claimed = ["1a1 sealed 10"] }', "P1.claimed: '1a1 sealed 10' is not a claimed tile"),
        ("P1 = { pool = 41 }\nP2 = { pool = 40 }", "there are 80 cubes"),
        ("P3 = { pool = 1 }", "P3: there are 2 players"),
        ('active = "P3"', "active: there are 2 players"),
        ('first = "P4"', "first: there are 2 players"),
        ('phase = "start"\nused = 1', "used: nothing is invoked before the start of a turn"),
        ('phase = "setup"\nturn = 2', "turn: a new game is set up by its moves"),
        ('phase = "setup"\nP1 = { pool = 2 }', "P1: a new game is set up by its moves"),
        ('seed = ""', "a seed is printable text"),
        (f'{STEP}run_to = "2.P3"', "run_to: there are 2 players"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadPosition, match=f"^{re.escape(said)}"):
        failure(text)
