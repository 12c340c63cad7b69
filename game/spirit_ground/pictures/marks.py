"""The marks of Spirit Ground: tribes, crystals, gems, relics, arrows. They differ in shape as well as in colour.

All shapes are given in the square from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from drawing.colours import INK, TEXT, Colour, mix
from drawing.shapes import CROWN, Point, fade, polygons, scaled, smooth
from game.spirit_ground.pictures.colours import ARROW, ENERGY, GEM, RELIC, SPIRIT, STONE, TRIBES

CUT = 0.3
"""How much of each corner is cut off a tile of Crag; those of Fen are rounded."""
RADIUS = 0.36


def _arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 16) -> list[Point]:
    """Return points on a circle between two angles, given in full turns, clockwise from the top."""
    turns = [start + (end - start) * i / steps for i in range(steps + 1)]
    return [(x + radius * sin(2 * pi * each), y - radius * cos(2 * pi * each)) for each in turns]


_C = 1 - RADIUS
SHAPES: Mapping[str, list[Point]] = {
    "P1": [
        *_arc(_C, -_C, RADIUS, 0, 0.25),
        *_arc(_C, _C, RADIUS, 0.25, 0.5),
        *_arc(-_C, _C, RADIUS, 0.5, 0.75),
        *_arc(-_C, -_C, RADIUS, 0.75, 1),
    ],
    "P2": [
        *[(1 - CUT, -1.0), (1.0, CUT - 1), (1.0, 1 - CUT), (1 - CUT, 1.0)],
        *[(CUT - 1, 1.0), (-1.0, 1 - CUT), (-1.0, CUT - 1), (CUT - 1, -1.0)],
    ],
}
"""The shape of tiles by seat: Fen has round corners, Crag cut ones."""

_WAVE = [
    *[(-0.95, 0.12), (-0.55, -0.3), (-0.1, -0.02), (0.35, -0.34), (0.95, 0.02)],
    *[(0.95, 0.5), (0.35, 0.14), (-0.1, 0.46), (-0.55, 0.18), (-0.95, 0.6)],
]
FORMS: Mapping[str, list[list[Point]]] = {
    "fen": [[(x, y - 0.36) for x, y in _WAVE], [(x, y + 0.3) for x, y in _WAVE]],
    "crag": [[(-0.98, 0.8), (-0.32, -0.55), (0.02, 0.0), (0.36, -0.9), (0.98, 0.8)]],
    "energy": [[(0.3, -1), (-0.66, 0.16), (-0.06, 0.16), (-0.3, 1), (0.66, -0.26), (0.06, -0.26)]],
    "spirit": [
        [
            (0.0, -1.0),
            (0.32, -0.5),
            *_arc(0, 0.28, 0.68, 0.14, 0.86, 24),
            (-0.32, -0.5),
        ]
    ],
    "relic": [
        [(-0.42, -0.98), (0.42, -0.98), (0.42, -0.74), (-0.42, -0.74)],
        [
            *[(-0.26, -0.66), (0.26, -0.66), *_arc(0, 0.16, 0.78, 0.1, 0.42, 14)],
            *[(0.36, 1.0), (-0.36, 1.0), *_arc(0, 0.16, 0.78, 0.58, 0.9, 14)],
        ],
    ],
    "gem": [[(-0.5, -0.82), (0.5, -0.82), (0.96, -0.24), (0, 0.92), (-0.96, -0.24)]],
    "elder": [CROWN],
    "convert": [
        [(-0.95, -0.62), (0.1, -0.62), (0.1, -0.98), (0.95, -0.42), (0.1, 0.1), (0.1, -0.24), (-0.95, -0.24)],
        [(0.95, 0.62), (-0.1, 0.62), (-0.1, 0.98), (-0.95, 0.42), (-0.1, -0.1), (-0.1, 0.24), (0.95, 0.24)],
    ],
    "cross": [
        [
            *[(-0.95, -0.62), (-0.62, -0.95), (0, -0.33), (0.62, -0.95), (0.95, -0.62), (0.33, 0)],
            *[(0.95, 0.62), (0.62, 0.95), (0, 0.33), (-0.62, 0.95), (-0.95, 0.62), (-0.33, 0)],
        ]
    ],
    "crown": [CROWN],
    "arrow": [[(0, -0.98), (0.8, 0.78), (0, 0.42), (-0.8, 0.78)]],
}
"""The shapes of the signs: waves and peaks of the tribes, bolt, drop, urn, gem, crown, two arrows, cross, crown again,
arrow."""

COLOURS: Mapping[str, Colour] = {
    "energy": ENERGY,
    "spirit": SPIRIT,
    "relic": RELIC,
    "gem": GEM,
    "elder": TEXT,
    "convert": TEXT,
    "crown": RELIC,
    "arrow": ARROW,
}


@lru_cache(512)
def sign(
    name: str, size: int, colour: Colour | None = None, edge: Colour | None = None, eighths: int = 0
) -> Image.Image:
    """Return a flat sign in its own colour or another, rotated clockwise by so many eighths of a turn, with an edge in
    the colour `edge` if given."""
    colour = colour or COLOURS.get(name, TEXT)
    turn = 2 * pi * eighths / 8

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        factor = 0.94 if edge is None else 0.76
        parts = []
        for form in FORMS[name]:
            points = [(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in form]
            parts.append(scaled(points, size * k, factor))
        polygons(pen, parts, colour, edge, size * k * 0.2)

    return smooth(size, size, draw)


@lru_cache(64)
def body(seat: str, size: int, faint: bool = False, fallen: bool = False) -> Image.Image:
    """Return a tile with nothing on it: its tribe shows in its colour, its corners and the sign in the background."""
    wood = STONE if fallen else TRIBES[seat]

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        pen.polygon(scaled(SHAPES[seat], size * k, 0.985), INK)
        pen.polygon(scaled(SHAPES[seat], size * k, 0.95), mix(wood, TEXT, 0.5 if not fallen else 0.25))
        pen.polygon(scaled(SHAPES[seat], size * k, 0.9), wood)

    image = smooth(size, size, draw).copy()
    tribe = sign("fen" if seat == "P1" else "crag", round(size * 0.62), mix(wood, TEXT if fallen else INK, 0.22))
    image.alpha_composite(tribe, (round(size * 0.19), round(size * 0.2)))
    if faint:
        fade(image, 50)
    return image


@lru_cache(64)
def frame(seat: str, size: int, colour: Colour, thick: float) -> Image.Image:
    """Return a bright frame for a tile of this seat."""

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        points = scaled(SHAPES[seat], size * k, 1 - thick / size)
        pen.line([*points, *points[:2]], colour, round(thick * k), "curve")

    return smooth(size, size, draw)
