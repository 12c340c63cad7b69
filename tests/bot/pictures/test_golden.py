"""Pictures are as they were when somebody last looked at them (`make pictures` draws them anew)."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.bot.pictures.shots import GOLDEN, IN_README, README, SHOTS

CLOSE = 1.0
"""The greatest mean difference of a colour channel (0 to 255); another build of the font renderer stays below, a moved
word does not."""
BLOT = 24.0
"""The same for the worst square of 50 pixels."""
BYTES = 140_000


FILES = [
    *((GOLDEN / f"{name}.png", draw) for name, draw in SHOTS.items()),
    *((README / f"{name}.png", draw) for name, draw in IN_README.items()),
]


@pytest.fixture(scope="module", params=FILES, ids=lambda each: f"{each[0].parent.name}-{each[0].stem}")
def shot(request: pytest.FixtureRequest) -> tuple[Path, bytes, str]:
    file, draw = request.param
    picture = draw()
    return file, picture.data, picture.alt


def test_it_looks_as_it_did(shot: tuple[Path, bytes, str]) -> None:
    """The golden pictures and those of the README."""
    file, data, _ = shot
    with Image.open(BytesIO(data)) as new, Image.open(file) as old:
        assert new.size == old.size
        difference = ImageChops.difference(new.convert("RGB"), old.convert("RGB"))
    assert max(ImageStat.Stat(difference).mean) < CLOSE
    squares = difference.convert("L").reduce(50)
    extrema = squares.getextrema()
    assert isinstance(extrema[1], int | float)
    assert extrema[1] < BLOT


def test_it_is_small_enough_and_said_in_words(shot: tuple[Path, bytes, str]) -> None:
    file, data, alt = shot
    assert len(data) < BYTES, file
    assert 20 < len(alt) <= 1024, file


def test_the_readme_shows_what_is_drawn() -> None:
    """The pictures used in the README and pages exist, with no others, and each is shown."""
    assert {file.stem for file in README.glob("*.png")} == set(IN_README)
    pages = [README.parents[1] / "README.md", *README.parent.glob("*.md")]
    shown = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert set(re.findall(r"pictures/([\w-]+)\.png", shown)) == set(IN_README)
    assert {file.stem for file in GOLDEN.glob("*.png")} == set(SHOTS)
