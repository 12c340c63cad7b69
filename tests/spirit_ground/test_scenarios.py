"""A failing scenario says why, and an invalid file is refused with the place."""

from __future__ import annotations

import re
from contextlib import nullcontext
from functools import partial

import pytest

from game.core.errors import BadPosition, BadRecord
from game.spirit_ground.rules.scenario import SpiritGroundScenarios
from tests.games import scenarios
from tests.games.positions import by_hand
from tests.spirit_ground.naive import NAMES, SHRINES

STEP = "[[scenario.steps]]\n"
FIRST = 'phase = "first"\nfirst = "P1"\npair = "F1+C1"\n'
SECOND = 'phase = "second"\nfirst = "P1"\npair = "F1+C1"\n'
failure = partial(scenarios.failure, "spirit-ground")


def test_there_are_many() -> None:
    assert len(scenarios.titles("spirit_ground")) >= 140


def test_a_scenario_that_does_not_hold_says_why() -> None:
    assert failure(f"{STEP}expect = {{ turn = 2 }}") == "turn: expected 2, got 1"
    assert "refused; asked P1 pair: F12+C3" in str(failure(f'{STEP}play = "P1 pair F1+C1"'))
    assert "expected illegal" in str(failure(f'{STEP}illegal = ["P1 pair F12+C3"]'))
    assert "expected legal" in str(failure(f'{STEP}legal = ["P1 pair F1+C1"]'))


def test_what_was_taken_by_itself_is_accepted_once_and_an_open_question_goes_first() -> None:
    one = 'stream = ["F3+C1"]\n'
    assert failure(f'{one}{STEP}play = "P1 pair F3+C1\\nP1 order P1"') is None
    assert "refused" in str(failure(f'{one}{STEP}play = "P1 pair F3+C1\\nP1 pair F3+C1"'))
    assert "refused" in str(failure(f'{one}{STEP}play = "P1 order P1\\nP1 pair F3+C1"')), "it was before the last move"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wonder = 1", "wonder"),
        ("[scenario.P1]\nhand = 1", "P1.hand"),
        ("[scenario.P3]\nenergy = 1", "P3"),
        ("players = 3", "players"),
        ("turn = 0", "turn"),
        ("turn = 13", "turn"),
        ('phase = "over"', "phase"),
        ('active = "P3"', "active"),
        ("[scenario.P1]\nenergy = -1", "energy"),
        ('bag = ["gold"]', "bag"),
        ('stream = ["F1+C1", "F2+C2", "F3+C3", "F4+C4"]', "stream"),
        ('tiles = { a1 = { tile = "F1", top = "ne" } }', "top"),
        ('tiles = { a1 = { tile = "F1", strength = 3 } }', "strength"),
        ("tiles = { a1 = { energy = 1 } }", "tile"),
        (f'{STEP}run_to = "13.first"', "run_to"),
        (f'{STEP}run_to = "4.over"', "run_to"),
        (f'{STEP}run_to = "4.P1"', "run_to"),
        (f'{STEP}legal = ["P1 pair"]', "legal"),
        (f"{STEP}wonder = 1", "wonder"),
    ],
)
def test_a_table_with_a_fault_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(said)):
        failure(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('tiles = { f1 = { tile = "F1" } }', "tiles.f1: there is no square 'f1'"),
        ('tiles = { a1 = { tile = "F13" } }', "tiles.a1: there is no tile 'F13'"),
        ('tiles = { a1 = { tile = "F1" }, a2 = { tile = "F1" } }', "tiles.a2: F1 is in two places"),
        ('tiles = { a1 = { tile = "F1" } }\nstream = ["F1+C1"]', "F1 is in two places"),
        ('tiles = { a1 = { tile = "F1" } }\nP1 = { deck = ["F1"] }', "F1 is in two places"),
        ('P1 = { deck = ["F1", "F1"] }', "F1 is in two places"),
        ('P1 = { deck = ["C1"] }', "P1.deck: C1 is of the other tribe"),
        ('stream = ["C1+F1"]', "stream: 'C1+F1' is not a pair such as F3+C7"),
        ('stream = ["F1"]', "stream: 'F1' is not a pair such as F3+C7"),
        ('stream = ["F1+C1", "F1+C2"]', "F1 is in two places"),
        ('tiles = { a1 = { tile = "F1", alive = false, spirit = 1 } }', "tiles.a1: no crystals lie on a fallen tile"),
        ('tiles = { a1 = { tile = "F1" } }\nground = { a1 = { energy = 1 } }', "ground.a1: no crystals lie under a"),
        ("ground = { b2 = { energy = 1 } }", "ground.b2: no crystals lie on a shrine"),
        ("ground = { z9 = { energy = 1 } }", "ground.z9: there is no square 'z9'"),
        ("P1 = { energy = 3, spirit = 2 }", "P1: a storage holds 4 crystals"),
        ('phase = "first"', "first: phase first needs it"),
        ('phase = "first"\nfirst = "P1"', "pair: phase first needs it"),
        ('first = "P1"', "first: phase choose takes none"),
        ('pair = "F1+C1"', "pair: phase choose takes none"),
        (f'{FIRST}tiles = {{ a1 = {{ tile = "C1" }} }}', "pair: no tile of the pair lies on the ground yet"),
        (SECOND, "pair: the first player's tile"),
        (f'{SECOND}tiles = {{ a1 = {{ tile = "C1" }} }}', "pair: the first player's tile"),
        (f'{FIRST}stream = ["F1+C2"]', "F1 is in two places"),
        ("stream = []", "stream: there is no pair to choose"),
        ('last_relic = "P1"', "last_relic: P1 has no relic"),
        ('content = "moon"', "no content is called 'moon'; there is: fen-crag"),
        ('seed = ""', "a seed is printable text"),
        ('phase = "new"\nturn = 2', "turn: a new game is set up by its moves"),
        ('phase = "new"\nP1 = { energy = 1 }', "P1: a new game is set up by its moves"),
        (
            "tiles = { " + ", ".join(f'a{n} = {{ tile = "F{n}", alive = false }}' for n in range(1, 6))
            + ', b1 = { tile = "F6", alive = false } }',
            "tiles: with 6 fallen tiles the game is over",
        ),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadPosition, match=f"^{re.escape(said)}"):
        failure(text)


@pytest.mark.parametrize(("phase", "fewest"), [("choose", 2), ("first", 2), ("second", 1)])
def test_there_has_to_be_room_for_all_tiles_of_a_round(phase: str, fewest: int) -> None:
    """Relics' squares are not free; where the first tile of a round lies already, one free square is enough."""
    free = [name for name in NAMES if name not in SHRINES]
    lying = ["F12", *(f"{tribe}{number}" for number in range(1, 11) for tribe in "FC")]
    turn = {} if phase == "choose" else {"phase": phase, "first": "P1", "pair": "F12+C12"}
    for left in (fewest, fewest - 1):
        there = zip(free[left:], lying[phase != "second" :], strict=False)
        problem = pytest.raises(BadPosition, match=f"^tiles: there are fewer than {fewest} free squares")
        with problem if left < fewest else nullcontext():
            by_hand(SpiritGroundScenarios(), **turn, tiles={name: {"tile": tile} for name, tile in there})
