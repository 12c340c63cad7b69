"""The command with a game of rules alone, found where GAMES_PATH says: all by what is plain."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import game as games
from game.core import discover
from game.core.history import replay
from tests.cli.conftest import Adepts, refused

FOLDER = Path(__file__).parent / "coins"


@pytest.fixture(autouse=True)
def coins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game of coins is there, for this process and for those it starts."""
    monkeypatch.setenv("GAMES_PATH", str(FOLDER))
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(FOLDER)])
    discover.kits.cache_clear()
    yield
    discover.kits.cache_clear()


def test_it_is_simulated_with_one_process_or_two_and_its_records_replay(adepts: Adepts, tmp_path: Path) -> None:
    words = ("simulate", "--game", "coins", "--games", 3, "--players", 3, "--purse", "deep", "--seed", "s")
    one, two = adepts(*words, "--out", tmp_path), adepts(*words, "--jobs", 2)
    assert (one.status, one.out) == (0, two.out)
    assert one.out.startswith("3 games of 3 players, purse deep, seed s\n")
    assert "Spell" not in one.out
    file = tmp_path / "game-0001.coins"
    game = replay(file.read_text())
    assert game.over
    totals = " ".join(f"{seat} {line['coins']}" for seat, line in _ranked(game.scores or {}))
    assert file.read_text().splitlines()[:6] == [
        '[Coins "1"]',
        '[Players "3"]',
        '[Names "random 1 | random 2 | random 3"]',
        '[Purse "deep"]',
        '[Seed "s/1"]',
        f'[Result "{totals}"]',
    ]
    assert adepts("replay", file).out == f"{file}: {game.ply} moves, result {totals}\n"
    refused(adepts("replay", file, "--gif", tmp_path / "x.gif"), "has no pictures")
    assert "wins" in (shown := adepts("position", file).out) or "share" in shown


def _ranked(scores: dict[str, dict[str, int]]) -> list[tuple[str, dict[str, int]]]:
    return sorted(scores.items(), key=lambda row: (row[1]["rank"], row[0]))


def test_it_is_played_by_lists_and_words(adepts: Adepts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    saved = tmp_path / "mine.coins"
    lines = ["help", "two", "undo", "2", "many", "1", "3", str(saved)]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    status, out, err = adepts("play", "--game", "coins", "--name", "a_b*", "--seed", "p")
    assert (status, err) == (0, "")
    assert "How many coins do you take?" in out
    assert "a_b* took · count 2." in out
    assert "'many' is no answer: type a number from 1 to 3" in out
    assert "spell 3B" not in out
    assert "🏆" in out
    assert "\\u200b" not in out
    assert [move.split()[3] for move in saved.read_text().splitlines() if " P1 take " in move] == ["two", "one", "pass"]


def test_a_process_of_its_own_finds_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "simulate", "--game", "coins", "--games", "1"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"GAMES_PATH": str(FOLDER)},
    )
    assert done.stdout.startswith("1 games of 2 players, purse flat, seed ")


def test_help_tells_the_options_of_the_game_that_is_named(adepts: Adepts) -> None:
    own, usual = adepts("play", "--game=coins", "--help").out, adepts("play", "--help").out
    assert "--purse [flat|deep]" in own
    assert "--spells" not in own
    assert "--spells" in usual
    assert "--purse" not in usual
    assert re.search(r"--game \[adepts\|(?:[a-z-]+\|)*coins", usual)


def test_what_there_is_not_is_refused(adepts: Adepts) -> None:
    refused(adepts("play", "--game", "chess"), "--game", "chess", "coins")
    refused(adepts("play", "--game", "coins", "--spells", "random"), "--spells")
    refused(adepts("simulate", "--game", "coins", "--policy", "greedy"), "--policy", "greedy", "random")
    refused(adepts("simulate", "--game", "coins", "--players", 4), "--players", "4")


SCENARIO = """
game = "coins"
[[scenario]]
title = "Whoever takes two has two"
players = 2
options = { purse = "deep" }
[[scenario.steps]]
play = "P1 take two"
illegal = ["P2 take one"]
run_to = "2.take"
[scenario.steps.expect]
"coins.P1" = 2
"coins.P2" = 0
ply = 2
"""


def test_its_scenarios_begin_with_a_new_game(adepts: Adepts, tmp_path: Path) -> None:
    file = tmp_path / "coins.toml"
    file.write_text(SCENARIO)
    assert adepts("scenario", file) == (0, "ok Whoever takes two has two\n1 passed, 0 failed\n", "")
    file.write_text(SCENARIO.replace('"coins.P1" = 2', '"coins.P1" = 3'))
    failed = adepts("scenario", file)
    assert (failed.status, failed.out.splitlines()[0]) == (
        1,
        "FAIL Whoever takes two has two: coins.P1: expected 3, got 2",
    )
    for old, new, said in (
        ('"coins"', '"chess"', "chess"),
        ("players = 2", "players = 9", "players"),
        ("deep", "wide", "purse"),
        ("ply = 2", "", ""),
    ):
        file.write_text(SCENARIO.replace(old, new))
        assert adepts("scenario", file).status == (2 if said else 0)


def test_its_board_is_written_in_words(adepts: Adepts, tmp_path: Path) -> None:
    adepts("simulate", "--game", "coins", "--games", 1, "--seed", "s", "--out", tmp_path)
    record, words = tmp_path / "game-0001.coins", tmp_path / "board.txt"
    told = adepts("board", record, "--ply", 1, "-o", words)
    assert told.status == 0
    assert words.read_text() == told.out
    assert "P1" in told.out or "random 1" in told.out
    assert "random 1** · coins " in adepts("board", record, "--what", "score", "-o", words).out
    refused(adepts("board", record, "-o", tmp_path / "b.png"), "Coins", "no picture", ".txt")
    refused(adepts("board", record, "--what", "hand", "-o", words), "--what", "hand", "board, score")


def test_a_board_of_several_lines_stays_one(adepts: Adepts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["## Coins", "```\na b\n c\n```", "one", "two"]
    monkeypatch.setattr(discover.kit("coins").words, "lines", lambda _view, _names: lines)
    adepts("simulate", "--game", "coins", "--games", 1, "--seed", "s", "--out", tmp_path)
    record = tmp_path / "game-0001.coins"
    shown = adepts("board", record, "-o", tmp_path / "board.txt").out
    assert shown.splitlines() == ["## Coins", "```", "a b", " c", "```", "one", "two"]
    drawn = [line.strip() for line in adepts("position", record).out.splitlines()]
    assert [line for line in drawn if line in ("a b", "c", "one", "two")] == ["a b", "c", "one", "two"]
