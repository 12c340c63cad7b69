"""Mana Surge on the command line: played, simulated, shown, replayed, and its scenarios run."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from cli.main import run
from game.core import history

SCENARIOS = Path(__file__).parent / "scenarios"
GAME = ("--game", "mana-surge")


def lines(capsys: pytest.CaptureFixture[str], *words: object) -> list[str]:
    assert run([str(word) for word in words]) == 0
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    lines(capsys, "simulate", *GAME, "--games", 1, "--seed", "s", "--policy", "random", "--out", tmp_path)
    return tmp_path / "game-0001.manasurge"


def test_games_are_simulated_with_their_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--board", "whirlpool", "--colours", "seated", "--fierce", "on", "--policy", "greedy,random")
    told = lines(capsys, "simulate", *GAME, "--games", 2, "--seed", "s", *options, "--out", tmp_path)
    assert told[0] == "2 games of 3 players, board whirlpool, colours seated, fierce on, seed s"
    text = (tmp_path / "game-0001.manasurge").read_text()
    assert '[Colours "seated"]\n[Fierce "on"]' in text
    assert " colour " not in text
    assert history.replay(text).over


def test_a_game_is_played_by_numbers_and_tokens(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = ["2", "corner a1", "99", "a1-b1", "b2-d4", "1", "undo", "help", "board", "log", "quit", "y"]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    told = lines(capsys, "play", *GAME, "--seed", "9f2c", "--policy", "greedy", "--name", "*Ann*")
    text = "\n".join(told)
    assert "Which colour do you play?" in text
    assert "  *Ann* took green." in told
    assert "Against you: greedy 2, greedy 3." in text
    assert not re.search(r"\bP[23]\b", text)  # boards and events name people, not seats
    assert "  1  a1  top left     2  d7  right     3  g1  bottom left" in told
    assert "'99' is not an answer: type a number from 1 to" in text
    assert "a1-b1: No token stands on a1." in told
    assert "b2-d4: The hexes b2 and d4 do not touch." in told
    assert "Your last choice is taken back." in told
    assert "(b2-c3, c3xd4, pass)" in " ".join(text.split())
    assert "         a1 @G a2    a3    a4 ES" in told
    assert any(line.startswith("> G  *Ann* ") and line.endswith(" 0/10 mana   3 tokens") for line in told)


def test_a_position_is_shown_as_a_map_and_the_end_with_the_result(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = lines(capsys, "position", record, "--ply", 4)
    assert begun[0].startswith("Round 1 of 40, move phase. Waiting for random ")
    assert sum("@" in line for line in begun[2:16]) == 3
    over = lines(capsys, "position", record)
    assert over[0].startswith("The game is over, ")
    assert any(line.endswith(" wins") for line in over)
    assert '"phase":"over"' in "".join(lines(capsys, "position", record, "--json"))


def test_a_board_is_written_in_words(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = lines(capsys, "board", record, "--ply", 4, "-o", tmp_path / "board.txt")
    [words] = told
    assert words.startswith("Mana Surge. Round 1 of 40, move phase. Waiting for random ")
    assert "of 10 mana" in words
    assert lines(capsys, "board", record, "--what", "legend", "-o", tmp_path / "legend.png")
    assert (tmp_path / "legend.png").read_bytes().startswith(b"\x89PNG")


def test_a_record_is_replayed(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    positions = tmp_path / "positions.jsonl"
    [told] = lines(capsys, "replay", record, "--positions", positions, "--legal", tmp_path / "legal.jsonl")
    moves = sum(line[:1].isdigit() for line in record.read_text().splitlines())
    assert told.startswith(f"{record}: {moves} moves, result P")
    assert len(positions.read_text().splitlines()) == moves


def test_scenarios_are_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told = lines(capsys, "scenario", *sorted(SCENARIOS.glob("*.toml")))
    assert all(line.startswith("ok ") for line in told[:-1])
    assert told[-1] == f"{len(told) - 1} passed, 0 failed"
    bad = tmp_path / "bad.toml"
    bad.write_text('game = "mana-surge"\n[[scenario]]\ntitle = "t"\n[scenario.P1]\ntroops = ["a1"]\n')
    assert run(["scenario", str(bad)]) == 2
    assert "scenario.[1] (t): P1.troops: a1 is a spawner's corner" in capsys.readouterr().err
