"""`adepts board` draws what is asked for, and describes it in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from cli.main import run
from cli.records import load, moment
from game.adepts.kit import KIT
from tests.cli.conftest import Adepts


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--ply", 5], "Adepts, turn 1 of 8, phase I"),
        (["--ply", 0], "Adepts, turn 1 of 8, phase I"),
        ([], "the game is over"),
        (["--what", "score"], "Final score: 1. "),
        (["--what", "queues", "--ply", 30], "Queues in turn"),
        (["--what", "hand", "--seat", "P2", "--ply", 30], "Your hand"),
    ],
)
def test_a_picture_and_its_words(
    adepts: Adepts, record: Path, tmp_path: Path, options: list[object], said: str
) -> None:
    out = tmp_path / "out.png"
    done = adepts("board", record, "-o", out, *options)
    assert done.status == 0, done.err
    assert said in done.out
    with Image.open(out) as image:
        assert image.format == "PNG"
        assert image.width == 1000


def test_a_hand_needs_to_be_somebodys(adepts: Adepts, record: Path, tmp_path: Path) -> None:
    done = adepts("board", record, "--what", "hand", "-o", tmp_path / "out.png")
    assert done.status == 2
    assert "--seat" in done.err


def test_the_ending_says_what_is_written(adepts: Adepts, record: Path, tmp_path: Path) -> None:
    """Words for .txt, a picture for .png in any case; other extensions are refused."""
    words, picture = tmp_path / "b.txt", tmp_path / "B.PNG"
    done = adepts("board", record, "-o", words)
    assert done.status == 0
    assert words.read_text(encoding="utf-8") == done.out
    assert words.read_text(encoding="utf-8").startswith("Adepts")
    assert adepts("board", record, "-o", picture).status == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    for name in ("b.jpg", "b", "b.png.gz"):
        done = adepts("board", record, "-o", tmp_path / name)
        assert (done.status, done.out) == (2, "")
        assert "its ending says what is written: .png or .txt" in done.err
        assert not (tmp_path / name).exists()


def test_onto_standard_output(record: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Only the picture, in which the last move is marked; its words go to standard error."""
    assert run(["board", str(record), "--ply", "3", "-o", "-"]) == 0
    out, err = capfdbinary.readouterr()
    now, before = (moment(load(record), ply).game.view(None) for ply in (3, 2))
    assert KIT.pictures is not None
    assert out == KIT.pictures.board(now, load(record).names, before)().data
    assert b"Adepts, turn 1" in err


def test_a_file_that_cannot_be_written(adepts: Adepts, record: Path, tmp_path: Path) -> None:
    done = adepts("board", record, "-o", tmp_path / "nowhere" / "out.png")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert list(tmp_path.iterdir()) == [record]
