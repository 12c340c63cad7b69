"""A refused move says why, with the rule, and what is possible instead."""

from __future__ import annotations

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
        ('"1A"', "", "P1 cast pass", "topaz.1x5", "a group is 2 to 4 miners (ruling 10)"),
        ('"1A"', "", "P1 cast pass", "topaz.0x2", "miners go on work sites 1 to 3"),
        ('"1A"', "", "P1 cast pass", "pass", "passing is not possible here"),
        ('"1A"', "", "P1 cast pass", "ruby", "it is not among the choices"),
        ('"1A"', "", "P1 cast pass", "topaz.1x2!", "only an unused Backlash of yours pushes groups back (ruling 15)"),
        ('"2B"', "", "P1 cast 2B", "topaz.1x2!", "groups at the topaz mine cannot be pushed"),
        (
            '"1A"',
            '"3B"',
            "P1 cast pass\nP2 cast 3B\nP2 mine ruby",
            "ruby.1x2",
            "Barrier of P2 closes the ruby mine to you",
        ),
        ('"1A"', '"4B"', "P1 cast pass\nP2 cast 4B", "ruby.1x3", "Subsidence of P2 allows 2 miners on a first site"),
        (
            '"1A"',
            "",
            "P1 cast pass\nP1 assign onyx.1x4\nP2 assign onyx.2x4\nP3 assign onyx.3x4",
            "onyx.2x2",
            "this work site is taken by 4 of P2 (ruling 10)",
        ),
        (
            '"1A"',
            "",
            "P1 cast pass\nP1 assign onyx.1x4\nP2 assign onyx.2x4\nP3 assign onyx.3x4\nP1 assign ruby.1x4\n"
            "P2 assign ruby.2x4\nP3 assign ruby.3x4",
            "topaz.1x3",
            "you have 2 unassigned",
        ),
        ('"1A"', "", "P1 cast 1A", "topaz.1x2", "one miner goes on each of two work sites (ruling 13)"),
        ('"1A"', "", "", "2A", "Initiative is not in your hand"),
        ('"6A"', "", "", "6A", "Telepathy is a spell of phase II (ruling 5)"),
        ('"5A"', "", "", "5A", "you cannot pay 2 ruby for Precedence (ruling 5)"),
    ],
)
def test_why(hand: str, other: str, play: str, token: str, why: str) -> None:
    """Occupied sites, Barrier, Subsidence, group sizes, the hand, the phase, the cost."""
    table = scenario.read(SET_UP.format(head='phase = "I"', hand=hand, other=other, play=play))[0]
    game = scenario.set_up(table)
    for line in play.splitlines():
        seat, _, choice = line.split()
        game.play(seat, choice)
    with pytest.raises(IllegalToken) as caught:
        game.play("P1", token)
    assert caught.value.problem.startswith(why)


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
    """Ruling 7: with the last gem of the queue paid there is none to give."""
    game = scenario.set_up(scenario.read(PAYING.replace("battery = { emerald = 1 }", ""))[0])
    with pytest.raises(IllegalToken, match="Transfiguration has no target, or none once it is paid for"):
        game.play("P1", "7B")
    game = scenario.set_up(
        scenario.read(PAYING.replace("emerald = 1", "emerald = 2").replace("[1, 0, 0]", "[1, 1, 0]", 1))[0]
    )
    game.play("P1", "7B")
    with pytest.raises(IllegalToken, match="Transfiguration costs 1 emerald"):
        game.play("P1", "emerald@3")
