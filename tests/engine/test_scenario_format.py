"""The scenario format: what lines mean, and what is an error (notation, "Scenario")."""

from __future__ import annotations

import pytest

from game.adepts import scenario
from game.core.errors import BadPosition, BadRecord

HEAD = '[[scenario]]\ntitle = "t"\nplayers = 3\n'


def load(text: str) -> scenario.Scenario:
    return scenario.read(HEAD + text)[0]


def outcome(text: str) -> str | None:
    return scenario.run(load(text))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("colour = 3", "colour"),
        ("players = 4", ""),  # the key is there twice
        ("turn = 9", "turn"),
        ('phase = "VI"', "phase"),
        ('step = "cast"', "step"),
        ("[scenario.P1]\nqueue = { topaz = [1, 2] }", "queue.topaz"),
        ("[scenario.P1]\nqueue = { topaz = [1, 2, -1] }", "queue.topaz"),
        ("[scenario.P1]\nbattery = { topaz = 11 }", "battery.topaz"),
        ("[scenario.P1]\nbattery = { gold = 1 }", "battery"),
        ("[scenario.P1]\nmana = -1", "mana"),
        ('[scenario.P1]\nhand = ["1A", "1A", "1A", "1A", "2A", "2A"]', "hand"),
        ('[scenario.sites]\n"topaz.4" = "P1x2"', "sites"),
        ('[scenario.sites]\n"topaz.1" = "P1x0"', "sites"),
        ('[[scenario.steps]]\nlegal = ["P1 cast"]', "legal"),
        ('[[scenario.steps]]\nrun_to = "9.I"', "run_to"),
        ("[[scenario.steps]]\nwait = 1", "wait"),
    ],
)
def test_a_file_that_is_no_scenario_is_refused_with_the_place(text: str, place: str) -> None:
    with pytest.raises(BadRecord) as caught:
        load(text)
    assert place in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        'spells = ["1A", "1B"]',
        'spells = ["21A"]',
        'spells = ["1A"]\nlibrary = ["1B"]',
        'library = ["5A", "5A", "5A"]',  # two copies in the rulebook deck
        "[scenario.stocks]\ntopaz = 0\n[scenario.P1]\nqueue = { ruby = [9, 9, 0] }",
        '[scenario.P1]\nadepts = ["onyx"]\n[scenario.P2]\nadepts = ["onyx"]',
        '[scenario.P1]\nadepts = ["onyx", "onyx"]',
        '[scenario.sites]\n"topaz.1" = "P1x11"',
        '[scenario.sites]\n"topaz.1" = "P4x2"',
        'phase = "III"\n[scenario.sites]\n"topaz.1" = "P1x2"',
        "[scenario.P4]\nmana = 1",
        'first = "P4"',
        'phase = "II"\nstep = "assign"',
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        scenario.set_up(load(text))


CASTING = """
turn = 2
[scenario.P1]
hand = ["1A"]
battery = { topaz = 1 }
[scenario.P2]
hand = ["2A", "3A"]
battery = { topaz = 2, ruby = 1 }
[[scenario.steps]]
play = '''
"""


def casting(play: str, rest: str = "") -> str | None:
    return outcome(f"{CASTING}{play}\n'''\n{rest}")


def test_a_pass_of_somebody_not_asked_is_skipped() -> None:
    """P3 has no hand, and is never asked to cast (ruling 6)."""
    assert casting("P3 cast pass\nP1 cast pass\nP3 cast pass\nP2 cast pass # done\n\nP1 assign topaz.1x2") is None


def test_all_cast_pass_passes_for_everybody_still_to_be_asked() -> None:
    assert casting("P1 cast pass\nall cast pass\nP1 assign topaz.1x2") is None
    assert casting("all cast pass\nall cast pass\nP1 assign topaz.1x2") is None


def test_all_cast_pass_fails_while_a_spells_choice_is_open() -> None:
    assert "a spell's choice is open" in str(casting("P1 cast 1A\nall cast pass"))


def test_a_choice_taken_by_itself_may_be_named_directly_after_what_brought_it_about() -> None:
    """In the order in which they were made, and only if the line names what was chosen."""
    assert casting("P1 cast 1A\nP1 pay topaz@b\nP1 place ruby.1x1") is None
    assert "refused" in str(casting("P1 cast 1A\nP1 pay topaz@1"))
    assert "refused" in str(casting("P1 cast 1A\nP1 place ruby.1x1\nP1 pay topaz@b"))


def test_a_refused_line_shows_the_legal_tokens() -> None:
    assert casting("P1 cast 2A") == "P1 cast 2A: refused; asked P1 cast: 1A pass"


def test_a_null_is_written_as_text_and_a_missing_path_is_null() -> None:
    """Inside lists too; tables are compared as a whole; numbers index lists."""
    expect = """
[scenario.steps.expect]
"adepts.topaz" = "null"
"no.such.path" = "null"
"mines.topaz.sites" = ["null", "null", "null"]
"players.P2.hand.1" = "3A"
"pending" = { P1 = "cast" }
"""
    assert casting("", expect) is None


def test_a_difference_names_path_expected_and_found() -> None:
    expect = '[scenario.steps.expect]\n"players.P1.mana" = 3\n"adepts.ruby" = "P1"'
    assert casting("", expect) == 'players.P1.mana: expected 3, got 0; adepts.ruby: expected "P1", got null'


def test_what_no_position_holds_is_a_difference() -> None:
    """TOML has dates, and Python refuses to read a number of 5,000 digits."""
    assert casting("", '[scenario.steps.expect]\n"turn" = 2026-01-01') == 'turn: expected "2026-01-01", got 2'
    far = f"players.P1.hand.{'9' * 5000}"
    assert casting("", f'[scenario.steps.expect]\n"{far}" = "1A"') == f'{far}: expected "1A", got null'


def test_run_to_stops_at_the_first_question_of_the_phase_or_a_later_one() -> None:
    assert casting("", 'run_to = "3.IV"\n[scenario.steps.expect]\nturn = 3\nphase = "IV"') is None
    assert casting("", 'run_to = "end"\n[scenario.steps.expect]\nover = true\nstep = "over"\npending = {}') is None


def test_expect_may_stand_before_play_in_the_file() -> None:
    """A step plays, runs on, and then checks, in whatever order the keys are."""
    text = CASTING.replace("play = '''", "expect = { step = 'assign' }\nplay = '''")
    assert outcome(text + "all cast pass\n'''") is None


def test_the_rest_of_the_library_is_ordered_by_use_1_and_the_next_use_is_2() -> None:
    game = scenario.set_up(load('library = ["7A", "7A"]'))
    assert game.to_dict()["library"][:2] == ["7A", "7A"]
    assert game.to_dict()["more"]["uses"] == 2
