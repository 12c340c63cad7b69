"""The command with a game without faces, found through GAMES_PATH: everything works in plain form."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from game.core import discover
from game.core.history import replay
from tests.cli.conftest import Adepts, refused
from tests.games.finding import MORE, more


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the games of `tests/games/more` known to this process, and to those that it starts."""
    monkeypatch.setenv("GAMES_PATH", MORE)
    with more():
        yield


def test_it_is_simulated_with_one_process_or_two_and_its_records_replay(adepts: Adepts, tmp_path: Path) -> None:
    words = ("simulate", "--game", "toy", "--games", 3, "--players", 3, "--length", "long", "--seed", "s")
    one, two = adepts(*words, "--out", tmp_path), adepts(*words, "--jobs", 2)
    assert (one.status, one.out) == (0, two.out)
    assert one.out.startswith("3 games of 3 players, length long, seed s\n")
    assert "Spell" not in one.out
    file = tmp_path / "game-0001.toy"
    game = replay(file.read_text())
    assert game.over
    totals = " ".join(f"{seat} {line['points']}" for seat, line in _ranked(game.scores or {}))
    assert file.read_text().splitlines()[:6] == [
        '[Toy "1"]',
        '[Players "3"]',
        '[Names "random 1 | random 2 | random 3"]',
        '[Length "long"]',
        '[Seed "s/1"]',
        f'[Result "{totals}"]',
    ]
    assert adepts("replay", file).out == f"{file}: {game.ply} moves, result {totals}\n"
    refused(adepts("replay", file, "--gif", tmp_path / "x.gif"), "has no pictures")
    assert "wins" in (shown := adepts("position", file).out) or "share" in shown


def test_a_position_shows_what_everybody_holds_or_one_seat_sees(adepts: Adepts, tmp_path: Path) -> None:
    adepts("simulate", "--game", "toy", "--games", 1, "--seed", "s", "--out", tmp_path)
    file = tmp_path / "game-0001.toy"
    assert adepts("position", file, "--ply", 1).out.count("hand") == 2
    seen = adepts("position", file, "--ply", 1, "--seat", "P2").out
    assert [line for line in seen.splitlines() if "hand" in line] == [
        line for line in seen.splitlines() if "2:" in line
    ]


def _ranked(scores: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, Mapping[str, Any]]]:
    return sorted(scores.items(), key=lambda row: (row[1]["rank"], row[0]))


def test_it_is_played_by_lists_and_words(adepts: Adepts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    saved = tmp_path / "mine.toy"
    lines = ["help", "bid:2", "undo", "31", "many", "jump", "31", "2", str(saved)]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    status, out, err = adepts("play", "--game", "toy", "--name", "a_b*", "--seed", "p")
    assert (status, err) == (0, "")
    assert "How much do you bid?" in out
    assert "a_b* bid · coins 30." in out
    assert "many: This is none of the answers." in out
    assert "spell 3B" not in out
    assert "🏆" in out
    assert "\\u200b" not in out
    mine = [move.split()[3] for move in saved.read_text().splitlines() if move[1:].startswith((".bid P1", ".run P1"))]
    assert mine == ["bid:30", "jump", "bid:30", "jump"]


def test_a_process_of_its_own_finds_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "simulate", "--game", "toy", "--games", "1"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"GAMES_PATH": str(MORE)},
    )
    assert done.stdout.startswith("1 game of 2 players, length short, seed ")


def test_help_tells_the_options_of_the_game_that_is_named(adepts: Adepts) -> None:
    own, usual = adepts("play", "--game=toy", "--help").out, adepts("play", "--help").out
    assert "--length [short|long]" in own
    assert "--spells" not in own
    assert "--spells" in usual
    assert "--length" not in usual
    assert re.search(r"--game \[adepts\|(?:[a-z-]+\|)*toy", usual)


def test_what_there_is_not_is_refused(adepts: Adepts) -> None:
    refused(adepts("play", "--game", "chess"), "--game", "chess", "toy")
    refused(adepts("play", "--game", "toy", "--spells", "random"), "--spells")
    refused(adepts("simulate", "--game", "toy", "--policy", "greedy"), "--policy", "greedy", "random")
    refused(adepts("simulate", "--game", "toy", "--players", 5), "--players", "5")


SCENARIO = """
game = "toy"
[[scenario]]
title = "The highest bidder runs"
players = 2
options = { length = "long" }
[[scenario.steps]]
play = "P1 bid bid:3"
[[scenario.steps]]
play = "P2 bid bid:2"
illegal = ["P2 run walk"]
run_to = "1.run"
[[scenario.steps]]
play = "P1 run walk"
[scenario.steps.expect]
"points.P1" = 2
"points.P2" = 0
ply = 3
"""


def test_its_scenarios_begin_with_a_new_game(adepts: Adepts, tmp_path: Path) -> None:
    file = tmp_path / "toy.toml"
    file.write_text(SCENARIO)
    assert adepts("scenario", file) == (0, "ok The highest bidder runs\n1 passed, 0 failed\n", "")
    file.write_text(SCENARIO.replace('"points.P1" = 2', '"points.P1" = 3'))
    failed = adepts("scenario", file)
    assert (failed.status, failed.out.splitlines()[0]) == (
        1,
        "FAIL The highest bidder runs: points.P1: expected 3, got 2",
    )
    for old, new, said in (
        ('"toy"', '"chess"', "chess"),
        ("players = 2", "players = 9", "players"),
        ('"long"', '"wide"', "length"),
        ("ply = 3", "", ""),
    ):
        file.write_text(SCENARIO.replace(old, new))
        assert adepts("scenario", file).status == (2 if said else 0)


def test_its_board_is_written_in_words(adepts: Adepts, tmp_path: Path) -> None:
    adepts("simulate", "--game", "toy", "--games", 1, "--seed", "s", "--out", tmp_path)
    record, words = tmp_path / "game-0001.toy", tmp_path / "board.txt"
    told = adepts("board", record, "--ply", 1, "-o", words)
    assert told.status == 0
    assert words.read_text() == told.out
    assert "P1" in told.out or "random 1" in told.out
    assert "random 1** · points " in adepts("board", record, "--what", "score", "-o", words).out
    refused(adepts("board", record, "-o", tmp_path / "b.png"), "Paper Race", "no picture", ".txt")
    refused(adepts("board", record, "--what", "hand", "-o", words), "--what", "hand", "board, score")


def test_a_board_of_several_lines_stays_one(adepts: Adepts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["## Race", "```\na b\n c\n```", "one", "two"]
    monkeypatch.setattr(discover.kit("toy").words, "lines", lambda _view, _names: lines)
    adepts("simulate", "--game", "toy", "--games", 1, "--seed", "s", "--out", tmp_path)
    record = tmp_path / "game-0001.toy"
    shown = adepts("board", record, "-o", tmp_path / "board.txt").out
    assert shown.splitlines() == ["## Race", "```", "a b", " c", "```", "one", "two"]
    drawn = [line.strip() for line in adepts("position", record).out.splitlines()]
    assert [line for line in drawn if line in ("a b", "c", "one", "two")] == ["a b", "c", "one", "two"]
