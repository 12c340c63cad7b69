"""A refused move says why; the ruling behind that is available separately."""

from __future__ import annotations

import pickle

import pytest

from game.adepts import scenario
from game.core.errors import IllegalToken

SET_UP = """
[[scenario]]
title = "refusals"
players = 3
turn = 3
{head}
[scenario.P1]
hand = [{hand}]
queue = {{ topaz = [2, 0, 0], ruby = [1, 0, 0], citrine = [1, 0, 0] }}
[scenario.P2]
hand = [{other}]
battery = {{ topaz = 2, ruby = 2 }}
[[scenario.steps]]
play = '''
{play}
'''
"""


@pytest.mark.parametrize(
    ("hand", "other", "play", "token", "why"),
    [
        ('"1A"', "", "P1 cast pass", "topaz.1x5", "A group has 2 to 4 miners"),
        ('"1A"', "", "P1 cast pass", "topaz.0x2", "Only the topaz adept sends miners inside a mine"),
        ('"1A"', "", "P1 cast pass", "pass", "You cannot pass here"),
        ('"1A"', "", "P1 cast pass", "ruby", "That is not among the choices"),
        ('"1A"', "", "P1 cast pass", "topaz.1x2!", "Only Backlash pushes groups back, and you have none ready"),
        ('"2B"', "", "P1 cast 2B", "topaz.1x2!", "The groups at the topaz mine cannot be pushed"),
        (
            '"1A"',
            '"3B"',
            "P1 cast pass\nP2 cast 3B\nP2 mine ruby",
            "ruby.1x2",
            "P2's Barrier keeps you out of the ruby mine",
        ),
        (
            '"1A"',
            '"4B"',
            "P1 cast pass\nP2 cast 4B",
            "ruby.1x3",
            "P2's Subsidence allows you 2 miners at most on a site I",
        ),
        (
            '"1A"',
            "",
            "P1 cast pass\nP1 assign onyx.1x4\nP2 assign onyx.2x4\nP3 assign onyx.3x4",
            "onyx.2x2",
            "Onyx II is taken: P2 has 4 miners there",
        ),
        (
            '"1A"',
            "",
            "P1 cast pass\nP1 assign onyx.1x4\nP2 assign onyx.2x4\nP3 assign onyx.3x4\nP1 assign ruby.1x4\n"
            "P2 assign ruby.2x4\nP3 assign ruby.3x4",
            "topaz.1x3",
            "You have only 2 miners left to assign",
        ),
        ('"1A"', "", "P1 cast 1A", "topaz.1x2", "Ambition places a single miner on each site"),
        ('"1A"', "", "", "2A", "Initiative is not in your hand"),
        ('"6A"', "", "", "6A", "Telepathy is cast in phase II; this is phase I"),
        ('"5A"', "", "", "5A", "Precedence costs 2 rubies, and you lack 1 ruby"),
    ],
)
def test_why(hand: str, other: str, play: str, token: str, why: str) -> None:
    """For occupied sites, Barrier, Subsidence, group sizes, the hand, the phase, the cost."""
    table = scenario.read(SET_UP.format(head='phase = "I"', hand=hand, other=other, play=play))[0]
    game = scenario.set_up(table)
    for line in play.splitlines():
        seat, _, choice = line.split()
        game.play(seat, choice)
    with pytest.raises(IllegalToken) as caught:
        game.play("P1", token)
    assert caught.value.problem.startswith(why)


ELSEWHERE = """
[[scenario]]
title = "elsewhere"
players = 4
turn = 5
phase = "{phase}"
{sites}
[scenario.P1]
hand = ["{spell}"]
queue = { sapphire = [1, 0, 0], citrine = [2, 0, 0], emerald = [1, 0, 0], topaz = [1, 1, 0] }
mana = 9
[scenario.P2]
queue = { ruby = [0, 1, 1] }
[scenario.P3]
mana = 2
[scenario.P4]
mana = 3
"""
SITES = """
[scenario.sites]
"ruby.1" = "P2x2"
"ruby.3" = "P3x2"
"onyx.0" = "P2x2"
"emerald.2" = "P3x2"
"""


@pytest.mark.parametrize(
    ("phase", "spell", "before", "token", "why", "ruling"),
    [
        ("II", "6B", [], "ruby.2", "No opponent has any miners on Ruby II", 7),
        ("II", "6B", [], "onyx.0", "Miners inside a mine are out of reach of spells", 11),
        ("II", "6B", [], "ruby.1x2", "That is not among the choices", None),
        ("II", "6B", [], "ruby.2x2", "No opponent has any miners on Ruby II", 7),
        ("II", "8B", [], "onyx", "No work site of the onyx mine is occupied", 7),
        ("II", "9B", [], "P2:onyx@1", "P2 has no onyxes in stage 1", None),
        ("II", "9B", [], "P2:ruby@3x2", "That is not among the choices", None),
        ("II", "9B", [], "ruby@3", "Choose gems from an opponent's queue", None),
        ("II", "7B", [], "P2:ruby@3", "Choose gems from your own queue", None),
        ("II", "7B", [], "ruby@3", "You have no rubies in stage 3", None),
        ("III", "12B", [], "P2", "P2 has no mana", 7),
        ("III", "12B", [], "P1", "Choose an opponent, not yourself", None),
        ("III", "12B", [], "pass", "You cannot pass here: something has to be chosen", 34),
    ],
)
def test_what_a_spell_cannot_be_aimed_at(
    phase: str, spell: str, before: list[str], token: str, why: str, ruling: int | None
) -> None:
    """The reason is about the thing that was named, and the ruling is kept apart from the words."""
    made = ELSEWHERE.replace("{phase}", phase).replace("{spell}", spell)
    game = scenario.set_up(scenario.read(made.replace("{sites}", SITES if phase == "II" else ""))[0])
    for choice in (spell, *before):
        game.play("P1", choice)
    with pytest.raises(IllegalToken) as caught:
        game.play("P1", token)
    assert caught.value.problem == why
    assert caught.value.reason.ruling == ruling
    assert ("[ruling" in str(caught.value)) == (ruling is not None)
    assert pickle.loads(pickle.dumps(caught.value)).reason == caught.value.reason


TELEPATHY = """
[[scenario]]
title = "telepathy"
players = 2
turn = 3
phase = "II"
sites = { "ruby.1" = "P1x2", "ruby.2" = "P2x2", "onyx.1" = "P1x2", "topaz.1" = "P1x1" }
[scenario.P1]
hand = ["6A"]
battery = { citrine = 1 }
"""


@pytest.mark.parametrize(
    ("before", "token", "why"),
    [
        ([], "ruby.1x2", "That is not among the choices"),
        ([], "ruby.2", "You have no miners on Ruby II"),
        (["ruby.1"], "ruby.1x2", "That is not among the choices"),
        (["ruby.1"], "onyx.1", "That is not among the choices"),
        (["ruby.1"], "ruby.2x2", "You have no miners on Ruby II"),
        (["ruby.1"], "diamond.1x2", "You have no miners on Diamond I"),
    ],
)
def test_nobody_is_said_to_have_no_miners_where_some_are(before: list[str], token: str, why: str) -> None:
    """Not if the number is too large or should not be there, nor if miners move away from that site."""
    game = scenario.set_up(scenario.read(TELEPATHY)[0])
    for choice in ("6A", *before):
        game.play("P1", choice)
    with pytest.raises(IllegalToken) as caught:
        game.play("P1", token)
    assert caught.value.problem == why


STASIS = """
[[scenario]]
title = "stasis"
players = 2
turn = 5
phase = "V"
[scenario.P1]
hand = ["18B"]
queue = { onyx = [2, 0, 0] }
[scenario.P2]
hand = ["19A"]
queue = { onyx = [1, 0, 0], diamond = [1, 0, 0], topaz = [0, 0, 2] }
"""


def test_stasis_is_blamed_for_its_own_gem_alone() -> None:
    """A token that is wrong for another reason does not mention Stasis."""
    game = scenario.set_up(scenario.read(STASIS)[0])
    for seat, token in (("P1", "18B"), ("P1", "ruby"), ("P2", "19A")):
        game.play(seat, token)
    for token, why in (("ruby", "Stasis keeps every ruby battery from rising"), ("topaz.1", "That is not among")):
        with pytest.raises(IllegalToken, match=why):
            game.play("P2", token)


PAYING = """
[[scenario]]
title = "paying"
players = 2
turn = 3
phase = "II"
[scenario.P1]
hand = ["7B"]
queue = { emerald = [1, 0, 0] }
battery = { emerald = 1 }
[scenario.P2]
queue = { ruby = [1, 0, 0] }
"""


def test_a_payment_that_leaves_no_target_says_so() -> None:
    """Ruling 7: after paying with the last gem of the queue there would be none to give."""
    game = scenario.set_up(scenario.read(PAYING.replace("battery = { emerald = 1 }", ""))[0])
    with pytest.raises(IllegalToken, match="Transfiguration would have no target"):
        game.play("P1", "7B")
    game = scenario.set_up(
        scenario.read(PAYING.replace("emerald = 1", "emerald = 2").replace("[1, 0, 0]", "[1, 1, 0]", 1))[0]
    )
    game.play("P1", "7B")
    with pytest.raises(IllegalToken, match="Transfiguration costs 1 emerald"):
        game.play("P1", "emerald@3")


INFLATION = """
[[scenario]]
title = "inflation"
players = 2
turn = 3
phase = "V"
[scenario.P1]
hand = ["18A"]
mana = 4
battery = { onyx = 2 }
"""


def test_inflation_without_five_mana_says_so() -> None:
    """It is mana that is lacking, not a target (ruling 7)."""
    game = scenario.set_up(scenario.read(INFLATION)[0])
    with pytest.raises(IllegalToken, match="Inflation takes five mana besides its cost, and you have 4") as caught:
        game.play("P1", "18A")
    assert caught.value.reason.ruling == 7
