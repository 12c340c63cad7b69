"""Dice and signs. A die's size is told by its shape, its use by brightness and outline.

Shapes are drawn in the square from -1 to 1. No two look alike even without colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import NamedTuple

from PIL import Image, ImageDraw

from drawing.colours import BAD, EDGE, GOLD, GOOD, INK, NIGHT, PANEL, RAISED, SLOT, TEXT, Colour, mix, rgb
from drawing.lettering import CAP, width, word
from drawing.shapes import Point, rounded, scaled, smooth

EFFECT = rgb("8fe3ff")
"""The colour of effect dice."""


class Use(Enum):
    """What a die of a roll is used for."""

    NOTHING = "nothing"
    TOTAL = "total"
    EFFECT = "effect"
    HITCH = "hitch"
    AWAY = "away"  # a hero die that was taken back


class Look(NamedTuple):
    """The colours and outline of a die. `rimmed`: the outline stands apart from the body, with a gap; `dashed`: it is
    dashed."""

    body: Colour
    ink: Colour
    edge: Colour
    rimmed: bool = False
    dashed: bool = False


LOOKS: Mapping[Use, Look] = {
    Use.NOTHING: Look(RAISED, TEXT, EDGE),
    Use.TOTAL: Look(GOLD, INK, GOLD, rimmed=True),
    Use.EFFECT: Look(mix(NIGHT, EFFECT, 0.2), TEXT, EFFECT, rimmed=True, dashed=True),
    Use.HITCH: Look(SLOT, TEXT, mix(SLOT, BAD, 0.5)),
    Use.AWAY: Look(NIGHT, EDGE, mix(NIGHT, EDGE, 0.6)),
}


def _regular(sides: int, radius: float = 1.0, low: float = 0.0, wide: float = 1.0) -> list[Point]:
    """Return a regular polygon with a corner at the top."""
    turns = [2 * pi * i / sides for i in range(sides)]
    return [(wide * radius * sin(turn), low - radius * cos(turn)) for turn in turns]


_KITE = [(0.0, -1.0), (0.92, 0.22), (0.0, 1.0), (-0.92, 0.22)]
SHAPES: Mapping[int, list[Point]] = {
    4: rounded(_regular(3, 1.22, 0.3, 0.95), 0.2),
    6: rounded([(-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)], 0.2),
    8: rounded(_regular(6, 1.0, wide=0.98), 0.12),
    10: rounded(_KITE, 0.14),
    12: rounded(_regular(5, 1.05, 0.09, 1.02), 0.16),
}
"""Outlines by number of sides: triangle, square, those of an octahedron, of a kite, and of a dodecahedron's face."""

_TRIANGLE = _regular(3, 0.78, 0.06, 1.05)
_FACE = _regular(5, 0.7, 0.1)
_CORNERS = _regular(5, 1.05, 0.09, 1.02)
EDGES: Mapping[int, list[tuple[Point, Point]]] = {
    4: [],
    6: [],
    8: [*zip(_TRIANGLE, [*_TRIANGLE[1:], _TRIANGLE[0]], strict=True)],
    10: [((-0.92, 0.22), (0.0, 0.52)), ((0.92, 0.22), (0.0, 0.52)), ((0.0, 0.52), (0.0, 1.0))],
    12: [*zip(_FACE, [*_FACE[1:], _FACE[0]], strict=True), *zip(_FACE, _CORNERS, strict=True)],
}
"""The inner edges seen from above, in the same square."""

MIDDLE: Mapping[int, float] = {4: 0.3, 6: 0.0, 8: 0.06, 10: 0.0, 12: 0.1}
"""How far below the middle the number stands."""
FIGURES: Mapping[int, float] = {4: 0.42, 6: 0.56, 8: 0.46, 10: 0.44, 12: 0.46}
"""The text size of a number of one digit, or of two narrow ones, as a share of the die's size."""

_BODY, _RIM = 0.79, 0.94
"""The shares of the square that the body has, and an outline apart from it."""
DASHES = 14
_CROSS = (((-0.72, -0.72), (0.72, 0.72)), ((-0.72, 0.72), (0.72, -0.72)))


@lru_cache(512)
def die(sides: int, size: int, use: Use, said: str) -> Image.Image:
    """Draw a die with what it shows, in a square of `size` pixels; a hitch is crossed out."""
    look = LOOKS[use]

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        full = size * k
        body = scaled(SHAPES[sides], full, _BODY)
        pen.polygon(body, look.body)
        for ends in EDGES[sides]:
            pen.line(scaled(ends, full, _BODY), mix(look.body, look.ink, 0.2), round(full * 0.014))
        if look.rimmed:
            around(pen, scaled(SHAPES[sides], full, _RIM), look.edge, full * 0.052, DASHES if look.dashed else 0)
        else:
            around(pen, body, look.edge, full * 0.03)
        if use is Use.HITCH:
            for ends in _CROSS:
                pen.line(scaled(ends, full, 1), BAD, round(full * 0.075))

    image = smooth(size, size, draw)
    letters = round(size * FIGURES[sides] * (1, 0.84, 0.66)[len(said) - 1])
    low = round(size / 2 * (1 + _BODY * MIDDLE[sides]) + letters * CAP / 2)
    left = round((size - width(said, letters, True)) / 2)
    if use is Use.HITCH:  # so that its 1 can be read on top of the cross
        edge = word(said, letters, bold=True, stroke=max(2, size // 20))
        image.paste((*look.body, 255), (left + edge.left, low + edge.top), edge.mask)
    ink = word(said, letters, bold=True)
    image.paste((*look.ink, 255), (left + ink.left, low + ink.top), ink.mask)
    return image


def around(pen: ImageDraw.ImageDraw, points: Sequence[Point], colour: Colour, thick: float, dashes: int = 0) -> None:
    """Draw an outline, solid or with this many dashes."""
    closed = [*points, points[0], points[1]]
    if not dashes:
        pen.line(closed, colour, round(thick), "curve")
        return
    closed.pop()
    long = sum(dist(one, other) for one, other in pairwise(closed))
    step, dash, walked, part = long / dashes, 0.58, 0.0, list[Point]()
    for one, other in pairwise(closed):
        way = dist(one, other)
        for i in range(pieces := max(1, round(way))):
            if (walked + way * i / pieces) % step < step * dash:
                part.append(tuple(a + (b - a) * i / pieces for a, b in zip(one, other, strict=True)))  # type: ignore[arg-type]
            elif part:
                pen.line(part, colour, round(thick), "curve")
                part = []
        walked += way
    if part:
        pen.line(part, colour, round(thick), "curve")


_SIGNS: Mapping[str, tuple[Colour, list[list[Point]]]] = {
    "star": (GOLD, [[(r * sin(pi * i / 5), -r * cos(pi * i / 5)) for i, r in enumerate((1.0, 0.44) * 5)]]),
    "tick": (GOOD, [[(-0.95, 0.05), (-0.6, -0.28), (-0.25, 0.1), (0.6, -0.75), (0.95, -0.42), (-0.25, 0.78)]]),
    "fail": (
        BAD,
        [
            [
                *((-0.85, -0.52), (-0.52, -0.85), (0.0, -0.33), (0.52, -0.85), (0.85, -0.52), (0.33, 0.0)),
                *((0.85, 0.52), (0.52, 0.85), (0.0, 0.33), (-0.52, 0.85), (-0.85, 0.52), (-0.33, 0.0)),
            ]
        ],
    ),
}


@lru_cache(64)
def sign(name: str, size: int) -> Image.Image:
    """Draw a star (heroic), a tick (success) or a cross (failure)."""
    colour, parts = _SIGNS[name]

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        for part in parts:
            pen.polygon(scaled(part, size * k, 0.98), colour)

    return smooth(size, size, draw)


SURFACES = (NIGHT, PANEL, RAISED, SLOT)
