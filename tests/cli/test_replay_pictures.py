"""`adepts replay --pictures` and `--gif`: a game drawn step by step, or as one animated picture."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest
from PIL import Image

from game.core.faces import Pictures
from tests.cli.conftest import Adepts, refused


@pytest.fixture
def opening(record: Path) -> Path:
    """The record up to its thirtieth move."""
    lines = [line for line in record.read_text(encoding="utf-8").splitlines() if not line.startswith("[Result")]
    record.write_text("\n".join(lines[:37]) + "\n", encoding="utf-8")
    return record


def test_a_picture_a_step_and_a_page_that_shows_and_describes_them(adepts: Adepts, opening: Path) -> None:
    folder = opening.with_name("pictures")
    done = adepts("replay", opening, "--pictures", folder)
    assert done.status == 0, done.err
    drawn = sorted(path.name for path in folder.glob("*.png"))
    assert folder.stat().st_mode & 0o077 == 0, "it may tell what is hidden: it is its owner's alone"
    assert drawn == [f"{number:03}.png" for number in range(1, len(drawn) + 1)]
    assert 15 < len(drawn) < 35
    page = (folder / "captions.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[(.+)\]\((.+)\)", page)
    assert [name for _, name in shown] == drawn
    assert all(len(alt) > 20 for alt, _ in shown)
    assert page.startswith("# Anna, Ben \\[bold\\], Cleo\n")
    assert "## 1.I, ply 1\n" in page
    assert re.search(r"- Anna put [234] miners on ", page)
    for name in drawn:
        with Image.open(folder / name) as image:
            assert (image.format, image.width) == ("PNG", 1000)


def test_a_whole_game_as_one_animated_picture(adepts: Adepts, record: Path) -> None:
    """It loops, pauses where a phase begins and longest at the score, and is far smaller than chats allow."""
    out = record.with_name("game.gif")
    done = adepts("replay", record, "--gif", out, "--pictures", record.with_name("pictures"))
    assert done.status == 0, done.err
    assert out.stat().st_size < 5_000_000
    times = []
    with Image.open(out) as image:
        assert image.format == "GIF"
        assert image.info["loop"] == 0
        assert image.width == 1000
        for frame in range(getattr(image, "n_frames", 1)):
            image.seek(frame)
            times.append(image.info["duration"])
    assert len(times) == len(list(record.with_name("pictures").glob("*.png")))
    assert set(times[:-1]) == {500, 1500}
    assert times[0] == 1500
    assert times[-1] == 10_000


def test_pictures_go_into_a_new_or_an_empty_directory(adepts: Adepts, opening: Path) -> None:
    folder = opening.with_name("pictures")
    folder.mkdir()
    assert adepts("replay", opening, "--pictures", folder).status == 0
    before = sorted(folder.iterdir())
    refused(adepts("replay", opening, "--pictures", folder), folder, "there already")
    assert sorted(folder.iterdir()) == before
    refused(adepts("replay", opening, "--pictures", opening), opening, "overwritten")
    refused(adepts("replay", opening, "--pictures", folder, "--gif", folder), "same place")


def test_a_broken_record_leaves_no_picture(adepts: Adepts, opening: Path) -> None:
    opening.write_text(opening.read_text(encoding="utf-8") + "and so on\n", encoding="utf-8")
    refused(adepts("replay", opening, "--pictures", opening.with_name("p"), "--gif", opening.with_name("g.gif")))
    assert list(opening.parent.iterdir()) == [opening]


def test_what_cannot_be_written_is_refused(adepts: Adepts, opening: Path) -> None:
    refused(adepts("replay", opening, "--gif", opening.parent), opening.parent)
    refused(adepts("replay", opening, "--gif", opening.with_name("game.png")), "its ending says what is written: .gif")
    refused(adepts("replay", opening, "--gif", opening.parent / "no" / "game.gif"), "no/game.gif")
    refused(adepts("replay", opening, "--pictures", opening / "pictures"), opening / "pictures")
    assert list(opening.parent.iterdir()) == [opening]


def test_a_full_disk_is_told_of_what_was_to_be_written(
    adepts: Adepts, opening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    folder, gif = opening.with_name("pictures"), opening.with_name("game.gif")
    told = f"adepts: {folder}: {os.strerror(errno.ENOSPC)}\n"
    assert adepts("replay", opening, "--pictures", folder).err == told
    assert adepts("replay", opening, "--pictures", folder, "--gif", gif).err == told
    assert list(opening.parent.iterdir()) == [opening]


def test_an_interruption_leaves_nothing(adepts: Adepts, opening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Pictures, "score", interrupted)
    assert adepts("replay", opening, "--pictures", opening.with_name("pictures")).status == 130
    assert list(opening.parent.iterdir()) == [opening]


def test_an_animated_picture_may_go_to_standard_output(
    opening: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    from cli.main import run

    assert run(["replay", str(opening), "--gif", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert out.startswith(b"GIF89a")
    assert b"30 moves" in err
