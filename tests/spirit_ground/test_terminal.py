"""Spirit Ground on the command line: played, simulated, shown, replayed, and its scenarios run."""

from __future__ import annotations

import io
import json
from itertools import chain
from pathlib import Path

import pytest
from rich.console import Console

from cli.main import run
from game.core import history
from game.spirit_ground.boards.screen import screen
from game.spirit_ground.rules.reader import ViewReader
from tests.spirit_ground.playing import games, plies

SCENARIOS = Path(__file__).parent / "scenarios"
GAME = ("--game", "spirit-ground")


def lines(capsys: pytest.CaptureFixture[str], *words: object) -> list[str]:
    assert run([str(word) for word in words]) == 0
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    lines(capsys, "simulate", *GAME, "--games", 1, "--seed", "s", "--policy", "random", "--out", tmp_path)
    return tmp_path / "game-0001.spiritground"


def test_games_are_simulated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--games", 2, "--seed", "s", "--policy", "greedy,random", "--out", tmp_path)
    told = lines(capsys, "simulate", *GAME, *words)
    assert told[0] == "2 games of 2 players, seed s"
    assert history.replay((tmp_path / "game-0001.spiritground").read_text()).over


def test_a_game_is_played_by_numbers_and_tokens(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = ["1", "99", "board", "help", "log", "quit", "y"]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    text = "\n".join(lines(capsys, "play", *GAME, "--seed", "9f2c", "--policy", "greedy", "--name", "Ann"))
    assert "Which pair do you both place in this round?" in text
    assert "  1  F8+C11" in text
    assert "is not an answer" in text
    assert "Nearly surrounded" not in text
    assert "(b3, e, energyx2, pass)" in " ".join(text.split())


def test_nobody_is_nearly_surrounded_once_the_game_is_over() -> None:
    """Nothing is placed any more, so nobody is tried (ruling 19)."""
    near = dict.fromkeys((False, True), 0)
    for game in chain.from_iterable(plies(game) for game in games(4)):
        shown = io.StringIO()
        Console(file=shown, width=200).print(screen(game.view(None), {}))
        near[game.over] += "Nearly surrounded" in shown.getvalue()
        assert not game.over or ViewReader(game.view(None)).pressed
    assert near[False]
    assert not near[True]


def test_a_record_is_replayed_with_its_positions(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = record.with_suffix(".jsonl")
    lines(capsys, "replay", record, "--positions", out)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(rows) == history.replay(record.read_text()).ply


def test_a_board_and_a_film_are_drawn(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, film = record.with_suffix(".png"), record.with_suffix(".gif")
    lines(capsys, "board", record, "--ply", 20, "-o", board)
    assert board.read_bytes().startswith(b"\x89PNG")
    lines(capsys, "replay", record, "--gif", film)
    assert film.read_bytes().startswith(b"GIF89a")
    assert len(film.read_bytes()) < 8_000_000


def test_scenarios_are_run_from_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, "scenario", SCENARIOS / "end.toml")[-1].endswith(" passed, 0 failed")


def test_the_rules_are_looked_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert "shrine" in "\n".join(lines(capsys, "rules", *GAME, "how much does a shrine cost")).lower()
