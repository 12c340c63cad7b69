"""`adepts demo`: a whole game through Discord's protocol, and what it leaves behind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import storage
from cli.main import run
from game.core.history import replay


def test_it_plays_a_whole_game_and_leaves_it(directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The record is the bot's own and can be replayed; the transcript shows the channel; the database is sound."""
    assert (
        run(["demo", "--players", "2", "--spells", "two-players", "--seed", "chosen", "--words", "--out", "out"]) == 0
    )
    said = capsys.readouterr()
    assert said.err == ""
    assert "\x1b" not in said.out
    game = replay(Path("out/game.adepts").read_text(encoding="utf-8"))
    assert game.over
    assert (game.seed, len(game.seats)) == ("chosen", 2)
    scores = game.scores
    assert scores is not None
    transcript = Path("out/transcript.md").read_text(encoding="utf-8")
    for text in (said.out, transcript):
        assert "/adepts new" in text
        assert not re.search(r"<:|:[a-z]+_?\w*: ", text)  # signs in place of icons
        assert "🟩" in text
        assert all(str(line["total"]) in text for line in scores.values())
    before_the_end = transcript.rpartition("**Adepts**\n\n")[0]
    assert "chosen" not in before_the_end
    assert storage.check(Path("out/adepts.sqlite3")) == ()
    assert sorted(path.name for path in Path("out").iterdir()) == ["adepts.sqlite3", "game.adepts", "transcript.md"]


def test_a_game_for_one_number_of_players_alone_is_played_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its command has no option for the number of seats."""
    monkeypatch.chdir(tmp_path)
    assert run(["demo", "--game", "mana-surge", "--seed", "chosen", "--words", "--out", "out"]) == 0
    assert replay((tmp_path / "out" / "game.manasurge").read_text()).over


@pytest.mark.parametrize("name", ["adepts.sqlite3", "game.adepts", "transcript.md"])
def test_files_of_somebody_else_are_left_alone(name: str, directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Above all the database of a real bot, which has the same name."""
    Path("out").mkdir()
    Path("out", name).write_text("mine", encoding="utf-8")
    assert run(["demo", "--out", "out"]) == 2
    assert name in capsys.readouterr().err
    assert Path("out", name).read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("option", [["--spells", "nonsense"], ["--players", "6"], ["--deck", "other"]])
def test_what_no_game_can_be_made_of_is_refused_at_once(
    option: list[str], directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["demo", *option, "--out", "out"]) == 2
    assert capsys.readouterr().err.startswith("adepts: ")
    assert not Path("out").exists()
