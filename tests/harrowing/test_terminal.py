"""The Harrowing on the command line: answers by number, if they are not numbers themselves."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cli.main import run

GAME = ("--game", "harrowing", "--seed", "s0", "--policy", "greedy")


@pytest.mark.parametrize("typed", ["3", "set 3"])
def test_a_set_is_chosen_by_its_own_number(
    typed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever sets are left: with list numbers too, nobody could tell which number is meant."""
    saved = tmp_path / "mine.harrowing"
    lines = ["1", "9x", typed, f"save {saved}", "quit", "y"]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert run(["play", *GAME]) == 0
    out = capsys.readouterr().out
    assert "  3  3  Set 3" in out
    assert "    Might □□  Insight □  Renewal □\n" in out  # a spell's slots are on its line, within 80 columns
    assert "'9x' is not an answer: type one of those listed, or help." in out
    assert [line for line in saved.read_text().splitlines() if line.endswith(" P1 set 3")]
