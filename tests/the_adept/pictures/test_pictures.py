"""What the picture of a roll shows, and that it shows no more than its words."""

from __future__ import annotations

import pickle
from functools import partial
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from drawing.canvas import Canvas
from drawing.colours import BAD, NIGHT
from game.the_adept.pictures import Picture, marks, roll, roll_picture
from game.the_adept.pictures.marks import LOOKS, SHAPES, Use
from game.the_adept.rules.dice import Die
from tests.eyes import EYES, contrast
from tests.the_adept.pictures.shots import FIVE, SHOTS, drawn

Box = tuple[int, int, int, int]


def image(picture: Picture) -> Image.Image:
    with Image.open(BytesIO(picture.data)) as found:
        return found.convert("RGB")


def apart(one: Picture, other: Picture) -> Box | None:
    """Return the bounding box of the differences between two pictures; None if they are equal."""
    return ImageChops.difference(image(one), image(other)).getbbox()


@pytest.mark.parametrize("name", SHOTS)
def test_all_are_of_one_size(name: str) -> None:
    assert image(SHOTS[name]()).size == (800, 450)


@pytest.mark.parametrize("count", range(1, 31))
@pytest.mark.parametrize("heroes", ["", "d4:1", "d4:2 d6:1 d8:3 d10:4 d12:5 d12:1"])
def test_dice_have_places_of_their_own_and_stay_large_enough(
    monkeypatch: pytest.MonkeyPatch, count: int, heroes: str
) -> None:
    """None overlaps another or what is beside them; the smallest are 16 pixels on a phone that shows a third of the
    width."""
    placed: list[tuple[float, float, int]] = []

    class Watched(Canvas):
        def centre(self, sprite: Image.Image, x: float, y: float) -> None:
            if sprite.width == sprite.height and roll.HEAD < y < roll.LOW and sprite.width != 34:
                placed.append((x, y, sprite.width))
            super().centre(sprite, x, y)

    monkeypatch.setattr(roll, "Canvas", Watched)
    drawn(" ".join(["d8:5"] * count), heroes=heroes, ones="-")
    assert len(placed) == count + len(heroes.split())
    for x, y, size in placed:
        assert size >= 48
        assert size / 2 <= x <= 800 - size / 2
        assert y - size / 2 >= roll.HEAD
        assert y + size / 2 <= roll.LOW
    for (x, y, size), (there, low, other) in combinations(placed, 2):
        assert max(abs(x - there), abs(y - low)) >= (size + other) / 2 - 1


def test_shapes_are_told_apart_without_colour_and_number() -> None:
    assert set(SHAPES) == set(Die)
    found = [marks.die(sides, 64, Use.TOTAL, "2").getchannel("A") for sides in SHAPES]
    for one, other in combinations(found, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 255 * 0.06


@pytest.mark.parametrize("sides", SHAPES)
def test_uses_are_told_apart_without_colour(sides: int) -> None:
    """Total, effect, neither and a hitch differ in grey, at a third of the size of five dice."""
    found = [
        marks.die(sides, 150, use, "1").resize((50, 50)).convert("LA").convert("L")
        for use in (Use.NOTHING, Use.TOTAL, Use.EFFECT, Use.HITCH)
    ]
    for one, other in combinations(found, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 12


@pytest.mark.parametrize("eyes", EYES)
def test_numbers_and_outlines_are_seen_by_all_eyes(eyes: str) -> None:
    for use, look in LOOKS.items():
        if use is not Use.AWAY:
            assert contrast(look.body, look.ink, eyes) >= 4.5, use
        if look.rimmed:
            assert contrast(look.edge, NIGHT, eyes) >= 4.5, use
    assert contrast(BAD, LOOKS[Use.HITCH].body, eyes) >= 3


def test_each_thing_that_is_said_is_seen() -> None:
    """In its place: dice in the middle, name and difficulty above, the result below."""
    plain = drawn(FIVE)
    other = drawn(FIVE, name="Ana")
    for changed, (top, bottom) in {
        other: (0, roll.HEAD),
        drawn(FIVE, against="11"): (0, roll.HEAD),
        drawn(FIVE, total=21): (roll.LOW, 450),
        drawn(FIVE, effect="d8 d10"): (roll.LOW, 450),
        drawn(FIVE, success=True): (roll.LOW, 450),
        drawn(FIVE, uses=[1, 2]): (roll.HEAD, roll.LOW),
        drawn(FIVE, heroes="d4:2"): (roll.HEAD, roll.LOW),
    }.items():
        box = apart(plain, changed)
        assert box is not None
        assert top <= box[1]
        assert box[3] <= bottom
    assert apart(drawn(FIVE, success=True), drawn(FIVE, success=False))
    assert apart(drawn(FIVE, success=True), drawn(FIVE, success=True, heroic=1))
    struck = apart(plain, drawn(FIVE, struck=True))
    assert struck is not None
    assert (struck[2] - struck[0]) * (struck[3] - struck[1]) > 0.9 * 800 * 450, "all of it is pale"


def test_a_hero_die_that_was_taken_back_is_no_hitch() -> None:
    kept, back = drawn(FIVE, heroes="d6:1", ones="d6"), drawn(FIVE, heroes="d6:1", ones="-")
    box = apart(kept, back)
    assert box is not None
    assert box[0] > 800 - 180, "only in the frame at the right"


def test_it_says_what_its_text_says_and_is_drawn_elsewhere() -> None:
    work = partial(roll_picture, "Iltani", "d8:5 d6:1", 5, "d4", [1], alt="Iltani 7: [d8:5] ~~d6:1~~")
    there = pickle.loads(pickle.dumps(work))
    assert there().alt == "Iltani 7: [d8:5] ~~d6:1~~"
    assert there().data == work().data
    assert there().filename == "roll.png"


@pytest.mark.parametrize("name", ["", "龍", "a\nb\tc\u202e👩‍👩‍👧", "W" * 40])
def test_any_name_can_be_drawn(name: str) -> None:
    """It does not overlap the difficulty."""
    plain = drawn(FIVE, name="x", against="WWWWWWWWWWWWWWWWWWWW 99")
    box = apart(plain, drawn(FIVE, name=name, against="WWWWWWWWWWWWWWWWWWWW 99"))
    assert box is None or (box[2] < 400 and box[3] <= roll.HEAD)
