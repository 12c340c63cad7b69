"""The marks of The Harrowing: runes, pillars, slots, dice, locks. They differ in shape as well as in colour.

All shapes are given in the square from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, EDGE, GOLD, INK, SEATS, TEXT, Colour, mix
from drawing.lettering import word
from drawing.shapes import CROWN, Point, fade, hex_corners, polygons, scaled, smooth
from game.harrowing.pictures.colours import BURST, HOLE, KINDS, POWER, RUNES


def _ring(points: int, inner: float = 1.0, turn: float = 0.0) -> list[Point]:
    """Return a regular polygon, or a star whose every other point lies at the inner radius; `turn` rotates it, in full
    turns."""
    found = []
    for i in range(points * (2 if inner < 1 else 1)):
        radius = inner if inner < 1 and i % 2 else 1.0
        angle = 2 * pi * (i / (points * (2 if inner < 1 else 1)) + turn)
        found.append((radius * sin(angle), -radius * cos(angle)))
    return found


_ROUND = _ring(40)
RUNE: Mapping[str, list[Point]] = {
    "A": [(0, -1.0), (1.0, 0.86), (-1.0, 0.86)],
    "B": [(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
    "C": _ROUND,
}
"""A is a triangle, B a square, C round."""
LETTERED = 28
"""The size in pixels from which a rune shows its letter."""
PILLAR: Mapping[str, list[Point]] = {
    "P1": [
        *[(-0.8, -1), (-0.36, -1), (-0.36, -0.72), (-0.2, -0.72), (-0.2, -1), (0.2, -1), (0.2, -0.72), (0.36, -0.72)],
        *[(0.36, -1), (0.8, -1), (0.62, -0.4), (0.62, 0.6), (0.86, 1), (-0.86, 1), (-0.62, 0.6), (-0.62, -0.4)],
    ],
    "P2": [
        (0, -1),
        (0.78, -0.42),
        (0.62, -0.3),
        (0.62, 0.62),
        (0.86, 1),
        (-0.86, 1),
        (-0.62, 0.62),
        (-0.62, -0.3),
        (-0.78, -0.42),
    ],
    "P3": [
        *[(0.74 * sin(pi * (i / 12 - 0.5)), -0.3 - 0.7 * cos(pi * (i / 12 - 0.5))) for i in range(13)],
        *[(0.62, -0.2), (0.62, 0.62), (0.86, 1), (-0.86, 1), (-0.62, 0.62), (-0.62, -0.2)],
    ],
    "P4": [
        (-0.8, -1),
        (0.8, -1),
        (0.8, -0.62),
        (0.5, -0.3),
        (0.5, 0.4),
        (0.86, 0.7),
        (0.86, 1),
        (-0.86, 1),
        (-0.86, 0.7),
        (-0.5, 0.4),
        (-0.5, -0.3),
        (-0.8, -0.62),
    ],
}
"""The towers by seat: with battlements, a gable, a dome, a slab."""

_LOCK = [
    *[(0.52 * sin(pi * (i / 12 - 0.5)), -0.3 - 0.62 * cos(pi * (i / 12 - 0.5))) for i in range(13)],
    *[(0.52, 0.0), (0.3, 0.0), (0.3, -0.3)],
    *[(0.3 * sin(pi * (0.5 - i / 12)), -0.3 - 0.38 * cos(pi * (0.5 - i / 12))) for i in range(13)],
    *[(-0.3, 0.0), (-0.52, 0.0)],
]
FORMS: Mapping[str, list[list[Point]]] = {
    "lock": [_LOCK, [(-0.72, -0.06), (0.72, -0.06), (0.72, 0.94), (-0.72, 0.94)]],
    "pool": [[(x * 0.98, y * 0.98) for x, y in _ROUND]],
    "fort": [
        [
            *[(-0.95, 0.9), (-0.95, -0.7), (-0.58, -0.7), (-0.58, -0.36), (-0.2, -0.36), (-0.2, -0.7), (0.2, -0.7)],
            *[
                (0.2, -0.36),
                (0.58, -0.36),
                (0.58, -0.7),
                (0.95, -0.7),
                (0.95, 0.9),
                (0.28, 0.9),
                (0.28, 0.3),
                (-0.28, 0.3),
            ],
            (-0.28, 0.9),
        ]
    ],
    "stack": [
        [(-0.2, -0.95), (0.62, -0.5), (0.62, 0.3), (-0.2, 0.75), (-0.9, 0.3), (-0.9, -0.5)],
        [(0.76, -0.34), (0.95, -0.2), (0.95, 0.5), (0.1, 0.98), (-0.1, 0.86), (0.76, 0.4)],
    ],
    "crown": [CROWN],
    "sorcery": [_ring(5, 0.42)],
    "aura": [_ring(4, 0.36)],
    "burst": [_ring(12, 0.74)],
    "hit": [_ring(8, 0.42)],
    "clash": [
        [(-0.95, -0.72), (-0.72, -0.95), (0.95, 0.72), (0.72, 0.95)],
        [(0.95, -0.72), (0.72, -0.95), (-0.95, 0.72), (-0.72, 0.95)],
    ],
    "blank": [[(-0.5, -0.1), (0.5, -0.1), (0.5, 0.1), (-0.5, 0.1)]],
    "claim": [[(-0.3, -1), (0.3, -1), (0.3, 0.02), (0.8, 0.02), (0, 0.98), (-0.8, 0.02), (-0.3, 0.02)]],
    "arrow": [[(0, -0.98), (0.8, 0.78), (0, 0.42), (-0.8, 0.78)]],
    "cube": [[(0, -0.98), (0.88, -0.5), (0.88, 0.5), (0, 0.98), (-0.88, 0.5), (-0.88, -0.5)]],
}
COLOURS: Mapping[str, Colour] = {
    "lock": GOLD,
    "pool": POWER,
    "fort": TEXT,
    "stack": TEXT,
    "crown": GOLD,
    "hit": BAD,
    "clash": TEXT,
    "claim": ACCENT,
    "cube": POWER,
    **{kind: KINDS[kind] for kind in ("sorcery", "aura")},
}


@lru_cache(512)
def sign(name: str, size: int, colour: Colour | None = None, edge: Colour | None = None) -> Image.Image:
    """Return a flat sign in its own colour or another, with an edge in the colour `edge` if given."""
    colour = colour or COLOURS.get(name, TEXT)

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        factor = 0.94 if edge is None else 0.76
        parts = [scaled(form, size * k, factor) for form in FORMS[name]]
        polygons(pen, parts, colour, edge, size * k * 0.2)
        if name == "cube":
            _facets(pen, size * k, factor, colour)
        if name == "pool":
            pen.polygon(scaled(_ROUND, size * k, factor * 0.78), HOLE)
            pen.polygon(scaled(FORMS["cube"][0], size * k, factor * 0.56), colour)
            _facets(pen, size * k, factor * 0.56, colour)

    return smooth(size, size, draw)


def _facets(pen: ImageDraw.ImageDraw, size: float, factor: float, colour: Colour) -> None:
    """Draw the lit top and the dark side of a cube."""
    pen.polygon(scaled([(0, -0.98), (0.88, -0.5), (0, -0.02), (-0.88, -0.5)], size, factor), mix(colour, TEXT, 0.5))
    pen.polygon(scaled([(0.88, -0.5), (0.88, 0.5), (0, 0.98), (0, -0.02)], size, factor), mix(colour, INK, 0.3))


@lru_cache(256)
def rune(letter: str, size: int, dim: bool = False) -> Image.Image:
    """Return a rune: its letter on its shape in its colour. A small one has no letter."""
    tint = mix(RUNES[letter], INK, 0.62) if dim else RUNES[letter]

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        pen.polygon(scaled(RUNE[letter], size * k, 0.98), INK)
        pen.polygon(scaled(RUNE[letter], size * k, 0.86), tint)

    image = smooth(size, size, draw).copy()
    if size < LETTERED:
        return image
    ink = word(letter, round(size * (0.6 if letter == "A" else 0.74)), bold=True)
    x = (size - ink.mask.width) // 2
    y = round(size * (0.6 if letter == "A" else 0.5) - ink.mask.height / 2)
    image.paste((*(mix(INK, TEXT, 0.5) if dim else INK), 255), (x, y), ink.mask)
    return image


@lru_cache(256)
def pillar(seat: str, size: int, faint: bool = False) -> Image.Image:
    """Return the tower that stands for a player's pillars."""
    tint = SEATS[seat]

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        form = PILLAR[seat]
        pen.polygon(scaled(form, size * k, 1.0), INK)
        pen.polygon(scaled(form, size * k, 0.93), mix(tint, TEXT, 0.6))
        pen.polygon(scaled(form, size * k, 0.82), tint)

    image = smooth(size, size, draw).copy()
    if faint:
        fade(image)
    return image


@lru_cache(256)
def slot(filled: bool, size: int, returning: bool = False) -> Image.Image:
    """Return an invocation slot with a cube or empty; an auto-return slot has a golden burst."""

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        if returning:
            pen.polygon(scaled(FORMS["burst"][0], size * k, 1.0), BURST)
        share = 0.56 if returning else 0.7
        pen.polygon(scaled(_square(0.98), size * k, share + 0.08), mix(EDGE, TEXT, 0.4) if not returning else INK)
        pen.polygon(scaled(_square(0.98), size * k, share - 0.04), HOLE)

    image = smooth(size, size, draw).copy()
    if filled:
        cube = sign("cube", round(size * (0.62 if returning else 0.72)), POWER)
        at = (size - cube.width) // 2
        image.alpha_composite(cube, (at, at))
    return image


def _square(half: float) -> list[Point]:
    return [(-half, -half), (half, -half), (half, half), (-half, half)]


@lru_cache(64)
def die(face: str, size: int) -> Image.Image:
    """Return a die with this face up."""

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        pen.rounded_rectangle(
            (0, 0, size * k - 1, size * k - 1), size * k * 0.2, mix(TEXT, INK, 0.06), INK, round(2 * k)
        )

    image = smooth(size, size, draw).copy()
    tint = {"hit": (190, 30, 40), "clash": INK}.get(face, mix(TEXT, INK, 0.4))
    face_of = sign(face, round(size * 0.66), tint)
    at = (size - face_of.width) // 2
    image.alpha_composite(face_of, (at, at))
    return image


@lru_cache(64)
def hexagon(wide: int, tall: float, fill: Colour | None, edge: Colour | None, thick: float) -> Image.Image:
    """Return a hex that stands on a corner, with its edge inside its outline."""
    high = round(tall) + 2

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        middle = wide * k / 2, high * k / 2
        if fill is not None:
            pen.polygon(hex_corners((tall / 2 - 3) * k, middle), edge or fill)
            pen.polygon(hex_corners((tall / 2 - 3 - thick) * k, middle), fill)
        elif edge is not None:
            points = hex_corners((tall / 2 - 3 - thick / 2) * k, middle)
            pen.line([*points, *points[:2]], edge, round(thick * k), "curve")

    return smooth(wide, high, draw)


def slots(canvas: Canvas, x: float, y: float, printed: str, power: str, size: int) -> None:
    """Draw a row of slots, centred here."""
    left = x - size * (len(printed) - 1) / 2
    for i, (kind, filled) in enumerate(zip(printed, power, strict=True)):
        canvas.centre(slot(filled == "1", size, kind == "*"), left + i * size, y)
