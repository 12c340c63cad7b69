"""The eight gems, each with a cut of its own, so that they can be told apart by shape as well as by colour."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, hypot, pi, sin

from PIL import Image, ImageDraw

from drawing.colours import FRESH, INK, TEXT, Colour, mix
from drawing.lettering import CAP, SMALLEST, word
from drawing.shapes import Point, scaled, smooth
from game.adepts.pictures.colours import GEMS

LIGHT = (-0.5, -0.87)
"""The direction that the light comes from."""


def _ring(corners: int, turn: float = 0.0, wide: float = 0.98) -> tuple[Point, ...]:
    """A regular polygon, its first corner at the top."""
    angles = [turn + 2 * pi * i / corners - pi / 2 for i in range(corners)]
    return tuple((wide * cos(a), wide * sin(a)) for a in angles)


def _drop() -> tuple[Point, ...]:
    """A pear cut: a point above, round below."""
    bow = [(0.76 * cos(a), 0.24 + 0.74 * sin(a)) for a in (-0.35 + (pi + 0.7) * i / 10 for i in range(11))]
    return ((0.0, -1.0), *bow)


CUTS: dict[str, tuple[Point, ...]] = {
    "topaz": (
        (0, -0.94),
        (0.22, -0.78),
        (0.98, 0.56),
        (0.9, 0.82),
        (0, 0.9),
        (-0.9, 0.82),
        (-0.98, 0.56),
        (-0.22, -0.78),
    ),
    "ruby": ((0, -1), (0.94, 0), (0, 1), (-0.94, 0)),
    "citrine": _ring(14, pi / 14, 0.96),
    "emerald": (
        (-0.4, -0.98),
        (0.4, -0.98),
        (0.72, -0.66),
        (0.72, 0.66),
        (0.4, 0.98),
        (-0.4, 0.98),
        (-0.72, 0.66),
        (-0.72, -0.66),
    ),
    "amethyst": tuple((0.92 * x, y) for x, y in _ring(6)),
    "sapphire": _drop(),
    "onyx": ((-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)),
    "diamond": ((-0.56, -0.8), (0.56, -0.8), (1, -0.26), (0, 0.96), (-1, -0.26)),
}

CENTRES: dict[str, Point] = {"topaz": (0, 0.22), "sapphire": (0, 0.22), "diamond": (0, -0.14)}
"""The centre of the cut's table, where a count stands, if it is not in the middle."""


def polish(name: str) -> tuple[Colour, Colour]:
    """Return the colours of a gem's table and of the glint on it."""
    dark = name == "onyx"
    table = mix(GEMS[name], FRESH, 0.16 if dark else 0.22)
    return table, mix(table, FRESH, 0.16 if dark else 0.34)


@lru_cache(256)
def gem(name: str, size: int) -> Image.Image:
    """A cut gem in a square of this size: facets lit from the upper left, a table, a glint, a dark rim."""
    base, centre, cut = GEMS[name], CENTRES.get(name, (0.0, 0.0)), CUTS[name]
    dark = name == "onyx"

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        large = size * k
        outer, inner = scaled(cut, large, 0.9, centre), scaled(cut, large, 0.54, centre)
        rim = mix(TEXT, base, 0.35) if dark else mix(base, INK, 0.72)
        pen.polygon(scaled(cut, large, 1.0, centre), rim)
        for i, corner in enumerate(outer):
            j = (i + 1) % len(outer)
            pen.polygon([corner, outer[j], inner[j], inner[i]], _lit(base, cut[i], cut[j], centre))
        table, shine = polish(name)
        pen.polygon(inner, table)
        glint = [inner[-1], inner[0], inner[1], _middle(inner[1], inner[-1], 0.5)]
        pen.polygon(glint, shine)

    return smooth(size, size, draw)


@lru_cache(256)
def hollow(name: str, size: int) -> Image.Image:
    """The faint outline of a gem that is not there."""
    centre = CENTRES.get(name, (0.0, 0.0))

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        points = scaled(CUTS[name], size * k, 0.9, centre)
        pen.polygon(points, (255, 255, 255, 12))
        pen.line([*points, points[0], points[1]], (255, 255, 255, 60), round(size * k / 28), "curve")

    return smooth(size, size, draw)


@lru_cache(1024)
def counted(name: str, count: int, size: int) -> Image.Image:
    """A gem with a number on it: that many gems. None at all is an outline with a faint 0."""
    image = (gem(name, size) if count else hollow(name, size)).copy()
    _write(image, name, str(count), max(SMALLEST, round(size * (0.56 if count < 10 else 0.52))), faint=not count)
    return image


@lru_cache(64)
def stone(name: str, size: int, letters: bool) -> Image.Image:
    """A gem; with `letters` its initial is on it. No two gems have the same."""
    if not letters:
        return gem(name, size)
    image = gem(name, size).copy()
    _write(image, name, initial(name), max(SMALLEST, round(size * 0.5)))
    return image


def initial(name: str) -> str:
    """The letter that stands for a gem."""
    return name[0].upper()


def _write(image: Image.Image, name: str, text: str, height: int, faint: bool = False) -> None:
    """Put a number or a letter on the table of a gem, bordered unless it is faint."""
    size = image.width
    ink = word(text, height, bold=True)
    x, y = size / 2, size / 2 * (1 + CENTRES.get(name, (0.0, 0.0))[1])
    base = round(y + height * CAP / 2)
    start = round(x - ink.advance / 2)
    if not faint:
        border = word(text, height, bold=True, stroke=max(2, size // 18))
        image.paste((*INK, 255), (start + border.left, base + border.top), border.mask)
    colour = mix(TEXT, INK, 0.4) if faint else TEXT
    image.paste((*colour, 255), (start + ink.left, base + ink.top), ink.mask)


def _lit(base: Colour, one: Point, other: Point, centre: Point) -> Colour:
    """The colour of the facet between two corners."""
    x, y = (one[0] + other[0]) / 2 - centre[0], (one[1] + other[1]) / 2 - centre[1]
    length = hypot(x, y) or 1.0
    shine = (x * LIGHT[0] + y * LIGHT[1]) / length
    twinkle = 0.1 * cos(5 * atan2(y, x))
    share = max(-0.62, min(0.62, 0.5 * shine + twinkle))
    return mix(base, FRESH, share) if share > 0 else mix(base, INK, -share)


def _middle(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
