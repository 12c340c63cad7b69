"""The pictures of Mana Surge for all eyes: contrast as they see it, and shapes where colours are not enough."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

from game.mana_surge.pictures import marks
from game.mana_surge.pictures.colours import PLAYERS, SHADES, SIGNS
from tests.eyes import EYES, contrast


@pytest.mark.parametrize("eyes", EYES)
def test_signs_stand_out_from_their_hexes(eyes: str) -> None:
    for kind, shade in SHADES.items():
        if kind not in ("plain", "corner"):
            assert contrast(shade, SIGNS[kind], eyes) >= 3, kind


@pytest.mark.parametrize("eyes", EYES)
def test_a_token_stands_out_from_every_hex(eyes: str) -> None:
    """By its bright rim or by its dark edge."""
    for colour in PLAYERS:
        image = marks.token(colour, 76)
        found = image.getcolors(76 * 76) or []
        solid = [(r, g, b) for count, (r, g, b, a) in found if a == 255 and count > 20]  # type: ignore[misc]
        for kind, shade in SHADES.items():
            assert max(contrast(each, shade, eyes) for each in solid) >= 2.5, (colour, kind)


def test_tokens_and_signs_differ_in_shape() -> None:
    """Without colours, any two outlines differ in at least 6 % of their square."""
    tokens = [marks.token(colour, 64).getchannel("A") for colour in (*PLAYERS, None)]
    signs = [marks.sign(name, 64, (0, 0, 0)).getchannel("A") for name in marks.FORMS]
    for group in (tokens, signs):
        for one, other in combinations(group, 2):
            assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 255 * 0.06
