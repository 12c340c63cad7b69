"""`tools.truth`: whether mistakes really cost what reviews say."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.discover import kit, kits
from game.core.judging.review import Mistake, PastChoice
from game.core.protocol import Game
from tests.harrowing.playing import at
from tools import truth
from tools.truth import Cost

WINNING = """
[scenario.field]
"1,0" = "1a1 P1"
"1,-1" = "1d1 P1"
"2,-1" = "2a1 P1"
"-1,0" = "1f2 P2"
"-1,1" = "2f2 P2"
"-2,1" = "4a1 P2"
[scenario.P1]
claimed = ["3a1", "3d1"]
[scenario.P2]
claimed = ["4d1", "4f2"]
"""
"""Whoever claims next wins."""


def mistake(game: Game, better: str, chosen: str) -> Mistake:
    [(seat, decision)] = game.pending.items()
    return Mistake(PastChoice(game.ply, game.view(seat), decision, chosen), better, 0.0, 0.0, ())


def test_a_mistake_costs_what_came_with_the_better_answer_more() -> None:
    """Both answers are played out in the same worlds, so equal answers differ by nothing in any of them."""
    game, harrowing = at(WINNING), kit("harrowing")
    assert truth.played_out(harrowing, mistake(game, "claim", "claim"), "greedy", 3) == (0.0, 0.0)
    assert truth.played_out(harrowing, mistake(game, "claim", "meditate"), "greedy", 3) == (100.0, 0.0)


@pytest.mark.parametrize("name", [name for name in kits() if kit(name).has("judge")])
def test_every_game_with_a_judge_can_be_played_out(name: str) -> None:
    """The game is played out from a view, and hidden cards are dealt anew."""
    which = kit(name)
    game = which.new(which.seats[0], which.checked({}), "truth")
    tokens = next(iter(game.pending.values())).tokens
    assert len(truth.played_out(which, mistake(game, tokens[0], tokens[-1]), "random", 2)) == 2


def test_what_was_told_is_held_against_what_came_by_classes() -> None:
    found = [Cost(6.0, 2.0, 1.0), Cost(12.0, 8.0, 3.0), Cost(14.0, 16.0, 3.0)]
    lines = [line.split() for line in truth.told(found).splitlines()]
    assert lines[1] == ["5", "to", "10", "1", "6.0", "2.0", "±", "inf"]
    assert lines[2] == ["10", "to", "20", "2", "13.0", "12.0", "±", "4.0"]
    assert lines[-1][:3] == ["all", "3", "10.7"]


def test_games_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(truth, "costs", lambda *_asked: [Cost(6.0, 2.0, 1.0)])
    truth.main(["greedy", "--game", "harrowing", "--games", "2", "--keep", str(tmp_path)])
    [file] = tmp_path.iterdir()
    assert file.read_text().splitlines() == ["[[6.0, 2.0, 1.0]]"] * 2
    monkeypatch.setattr(truth, "costs", lambda *_asked: [Cost(8.0, 2.0, 1.0)])
    truth.main(["greedy", "--game", "harrowing", "--games", "3", "--keep", str(tmp_path)])
    assert capsys.readouterr().out.splitlines()[-1].split()[:3] == ["all", "3", "6.7"]
