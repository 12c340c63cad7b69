"""Flat shapes with smooth edges: drawn large, scaled down, and cached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from drawing.colours import Colour

Point = tuple[float, float]

FINE = 4
"""The factor by which shapes are first drawn larger."""
CROWN: list[Point] = [(-0.9, 0.75), (-1, -0.55), (-0.45, 0.1), (0, -0.85), (0.45, 0.1), (1, -0.55), (0.9, 0.75)]
"""In the square from -1 to 1."""


def smooth(width: int, height: int, draw: Callable[[ImageDraw.ImageDraw, float], None]) -> Image.Image:
    """Return a transparent picture drawn by `draw(pen, FINE)`, whose coordinates are FINE times as large as the
    picture's."""
    large = Image.new("RGBA", (width * FINE, height * FINE))
    draw(ImageDraw.Draw(large, "RGBA"), FINE)
    # Averaging premultiplied colours avoids dark fringes.
    return large.convert("RGBa").reduce(FINE).convert("RGBA")


@lru_cache(1024)
def panel(
    width: int,
    height: int,
    radius: int,
    fill: tuple[int, ...] | None,
    edge: Colour | None = None,
    thick: int = 0,
    corners: tuple[bool, bool, bool, bool] = (True, True, True, True),
) -> Image.Image:
    """Return a rectangle with rounded corners (those from the upper left, clockwise, for which `corners` is true).

    Only the smallest rectangle with these corners is drawn large; then its uniform middle is stretched.
    """
    least = 2 * max(radius, thick) + 3
    wide, high = min(width, least), min(height, least)

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        box = (0, 0, wide * k - 1, high * k - 1)
        pen.rounded_rectangle(box, radius * k, fill, edge, round(thick * k), corners=corners)

    return _stretched(smooth(wide, high, draw), width, height)


def _stretched(image: Image.Image, width: int, height: int) -> Image.Image:
    """Return the image in this size, which is no smaller: its middle column and row are repeated."""
    if image.size == (width, height):
        return image
    found = Image.new(image.mode, (width, height))
    for (left, right), (x, end) in _thirds(image.width, width):
        for (upper, lower), (y, bottom) in _thirds(image.height, height):
            if left < right and upper < lower:
                size, box = (end - x, bottom - y), (left, upper, right, lower)
                found.paste(image.resize(size, Image.Resampling.NEAREST, box), (x, y))
    return found


def _thirds(length: int, wanted: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where the parts before, at and after the middle begin and end, each in `length` and in `wanted` pixels."""
    middle = length // 2
    behind = wanted - (length - middle - 1)
    return [
        ((0, middle), (0, middle)),
        ((middle, middle + 1), (middle, behind)),
        ((middle + 1, length), (behind, wanted)),
    ]


@lru_cache(256)
def dashed(width: int, height: int, radius: int, colour: Colour, thick: int) -> Image.Image:
    """Return the dashed outline of a rectangle with rounded corners."""
    image = panel(width, height, radius, None, colour, thick)
    gaps = Image.new("L", (width, height), 255)
    pen = ImageDraw.Draw(gaps)
    for x in range(radius, width - radius, 16):
        pen.rectangle((x, 0, x + 6, thick), 0)
        pen.rectangle((x, height - thick - 1, x + 6, height), 0)
    for y in range(radius, height - radius, 16):
        pen.rectangle((0, y, thick, y + 6), 0)
        pen.rectangle((width - thick - 1, y, width, y + 6), 0)
    clear = Image.new("RGBA", (width, height))
    return Image.composite(image, clear, gaps)


def scaled(points: Sequence[Point], size: float, factor: float, centre: Point = (0.0, 0.0)) -> list[Point]:
    """Scale points of the square from -1 to 1 to a square of `size` pixels, drawn towards `centre` by `factor`."""
    cx, cy = centre
    half = size / 2
    return [(half + half * (cx + (x - cx) * factor), half + half * (cy + (y - cy) * factor)) for x, y in points]


def hex_corners(radius: float, centre: Point) -> list[Point]:
    """Return the corners of a hexagon that stands on one of them; `radius` is from its centre to a corner."""
    x, y = centre
    return [(x + radius * sin(pi * i / 3), y - radius * cos(pi * i / 3)) for i in range(6)]


def polygons(
    pen: ImageDraw.ImageDraw, parts: Sequence[Sequence[Point]], colour: Colour, edge: Colour | None, thick: float
) -> None:
    """Fill polygons; with the colour `edge`, all of them on a rim so many pixels thick."""
    for part in parts if edge is not None else ():
        pen.line([*part, part[0], part[1]], edge, round(thick), "curve")
    for part in parts:
        pen.polygon(part, colour)


def fade(image: Image.Image, percent: int = 45) -> None:
    """Make a picture transparent, to this share of what it was."""
    image.putalpha(image.getchannel("A").point([value * percent // 100 for value in range(256)]))


def rounded(points: Sequence[Point], radius: float) -> list[Point]:
    """Round the corners of a polygon (clockwise): each becomes a curve between the points `radius` away from it."""
    found: list[Point] = []
    for before, here, after in zip([*points[-1:], *points[:-1]], points, [*points[1:], *points[:1]], strict=True):
        ends = []
        for other in (before, after):
            long = ((other[0] - here[0]) ** 2 + (other[1] - here[1]) ** 2) ** 0.5
            share = min(0.5, radius / long)
            ends.append((here[0] + (other[0] - here[0]) * share, here[1] + (other[1] - here[1]) * share))
        for i in range(9):
            t = i / 8
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            found.append((a * ends[0][0] + b * here[0] + c * ends[1][0], a * ends[0][1] + b * here[1] + c * ends[1][1]))
    return found
