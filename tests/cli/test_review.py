"""`adepts review`: what choices cost, in words and as a picture."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from cli.main import run
from game.adepts.kit import KIT
from game.core.history import read
from tests.cli.conftest import Adepts, refused
from tests.judges import Known


@pytest.fixture(autouse=True)
def _judge(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Let the judge say that the first move cost 9 mana, and no other cost anything."""
    move = read(text).record.lines[0].move
    monkeypatch.setattr(KIT, "judge", Known(lambda ply, token: -9.0 * ((ply, token) == (0, move.token))))


def test_a_review_tells_each_player_what_was_lost_and_who_was_ahead(adepts: Adepts, record: Path, text: str) -> None:
    status, out, err = adepts("review", record)
    assert (status, err) == (0, "")
    seat = int(read(text).record.lines[0].move.seat[1:]) - 1
    name = ["Anna", "Ben [bold]", "Cleo"][seat]
    assert f"{name}: 9 mana lost by 1 of " in out
    assert out.count("no mistake found in ") == 2
    assert "(--ply 0): " in out
    assert "    9 mana worse than " in out
    assert "  After turn 7: Anna 100, Ben [bold] 100 and Cleo 100.\n" in out
    assert adepts("review", record).out == out


def test_expected_scores_are_drawn(record: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """Also on standard output, which the words then leave alone."""
    assert run(["review", str(record), "--picture", "-"]) == 0
    drawn, told = capsysbinary.readouterr()
    assert Image.open(BytesIO(drawn)).size == (1000, 640)
    assert b"    9 mana worse than " in told


def test_where_the_picture_cannot_go_is_said_before_the_review(adepts: Adepts, record: Path, tmp_path: Path) -> None:
    refused(adepts("review", record, "--picture", tmp_path / "out.gif"), "its ending says what is written: .png")
    done = adepts("review", record, "--picture", tmp_path / "no" / "out.png")
    refused(done, "no/out.png: No such file")
    assert "Expected" not in done.out


def test_only_a_whole_game_of_a_kind_that_can_be_judged_is_reviewed(
    adepts: Adepts, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused(adepts("review", record, "--picture", record), "the record would be overwritten")
    lines = [line for line in record.read_text().splitlines() if not line.startswith("[Result")]
    record.write_text("\n".join(lines[:20]) + "\n")
    refused(adepts("review", record), "only a game that is over can be reviewed")
    monkeypatch.setattr(KIT, "judge", None)
    refused(adepts("review", record), "games of Adepts cannot be reviewed")
