"""A game without faces in a terminal: between computer players, and played by somebody who types."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cli.main import run
from game.core import history


def test_simulated_games_are_over_and_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--game", "toy", "--games", "3", "--players", "4", "--seed", "s", "--length", "long"]
    assert run([*words, "--out", str(tmp_path)]) == 0
    assert "random" in capsys.readouterr().out
    files = sorted(tmp_path.iterdir())
    assert [file.suffix for file in files] == [".toy"] * 3
    for file in files:
        game = history.replay(file.read_text())
        assert game.over
        assert game.setup == {"length": "long"}


def test_played_to_its_end_by_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The highest bid is the last of 31 answers, so whoever always gives it runs in every round."""
    saved = tmp_path / "mine.toy"
    typed = ["31", "undo", "31", "board", "log", "1", "31", "1", str(saved)]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    assert run(["play", "--game", "toy", "--seed", "s", "--policy", "random"]) == 0
    seen = capsys.readouterr().out
    assert "How much do you bid?" in seen
    assert "How do you run?" in seen
    assert "Against you: random 2." in seen  # the same names as on the board
    assert "random 2 bid · coins" in seen
    assert "P2 bid" not in seen
    game = history.replay(saved.read_text())
    assert game.over
    assert game.scores is not None
    assert f"{game.scores['P1']['points']}" in seen
