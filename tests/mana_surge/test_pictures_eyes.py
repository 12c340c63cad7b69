"""The pictures of Mana Surge for all eyes: contrast as they see it, and shapes where colours do not tell."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

from drawing.colours import Colour
from game.mana_surge.pictures import marks
from game.mana_surge.pictures.colours import PLAYERS, SHADES, SIGNS

EYES = {
    "as most": (1, 0, 0, 0, 1, 0, 0, 0, 1),
    "without red": (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
    "without green": (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881),
    "without blue": (1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039),
}
"""How light is seen, as matrices of linear light (Machado, Oliveira and Fernandes 2009, severity 1)."""


def linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def luminance(colour: Colour, eyes: str) -> float:
    """How light these eyes see a colour, 0 to 1."""
    light, matrix = [linear(value) for value in colour], EYES[eyes]
    seen = (sum(matrix[3 * row + i] * light[i] for i in range(3)) for row in range(3))
    red, green, blue = (min(1.0, max(0.0, value)) for value in seen)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour, eyes: str) -> float:
    lights = sorted((luminance(one, eyes), luminance(other, eyes)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


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
    """Without any colour, any two outlines differ in six hundredths of their square at least."""
    tokens = [marks.token(colour, 64).getchannel("A") for colour in (*PLAYERS, None)]
    signs = [marks.sign(name, 64, (0, 0, 0)).getchannel("A") for name in marks.FORMS]
    for group in (tokens, signs):
        for one, other in combinations(group, 2):
            assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 255 * 0.06
