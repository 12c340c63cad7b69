"""The marks of Mana Surge: tokens, spawners and the signs of hexes. They differ in shape as well as in colour.

All shapes are given in the square from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from drawing.colours import ACCENT, FRESH, GOLD, INK, PANEL, TEXT, Colour, mix
from drawing.lettering import CAP, word
from drawing.shapes import CROWN, Point, fade, polygons, rounded, scaled, smooth
from game.mana_surge.pictures.colours import player

_TURNED = sin(pi / 4)


def _disc(x: float, y: float, radius: float) -> list[Point]:
    return [(x + radius * sin(pi * i / 24), y - radius * cos(pi * i / 24)) for i in range(48)]


def _slanted(points: list[Point]) -> list[Point]:
    """Return the points rotated clockwise by 45°."""
    return [((x - y) * _TURNED, (x + y) * _TURNED) for x, y in points]


SHAPES: Mapping[str | None, list[Point]] = {
    "red": _disc(0, 0, 0.94),
    "blue": rounded([(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)], 0.3),
    "green": rounded([(0, -1.16), (1.16, 0.9), (-1.16, 0.9)], 0.42),
    None: rounded([(0, -0.96), (0.96, 0), (0, 0.96), (-0.96, 0)], 0.3),
}
"""The shape of a player's tokens, as in the other games: disc, square or triangle by colour; a rhombus before one is
chosen."""

_BLADE = [(0.0, -1.3), (0.2, -1.02), (0.2, 0.46), (-0.2, 0.46), (-0.2, -1.02)]
_HILT = [(-0.62, 0.46), (0.62, 0.46), (0.62, 0.7), (0.15, 0.7), (0.15, 1.2), (-0.15, 1.2), (-0.15, 0.7), (-0.62, 0.7)]
_STUMP = [(-0.2, -0.12), (0.2, -0.36), (0.2, 0.46), (-0.2, 0.46)]
_TIP = [(0.1, -1.42), (0.34, -1.14), (0.34, -0.72), (-0.06, -0.46), (-0.06, -1.14)]
_SHIELD = [(0, -0.98), (0.82, -0.72), (0.8, 0.05), (0.5, 0.62), (0, 0.98), (-0.5, 0.62), (-0.8, 0.05), (-0.82, -0.72)]
_BODY = [(-1.0, 0.95), (-0.96, 0.4), (-0.74, 0.06), (-0.22, -0.02), (0.3, 0.06), (0.52, 0.4), (0.56, 0.95)]
_PLUS = [(x * 0.42, y * 0.42) for x, y in ((-0.3, -1), (0.3, -1), (0.3, -0.3), (1, -0.3), (1, 0.3), (0.3, 0.3))]
_CROSS = [*_PLUS, *[(-x, -y) for x, y in _PLUS]]
_SPARK = [(r * sin(pi * i / 4), -r * cos(pi * i / 4)) for i, r in enumerate((1.0, 0.36) * 4)]
_TOWER = [
    *((-0.8, -0.9), (-0.42, -0.9), (-0.42, -0.58), (-0.2, -0.58), (-0.2, -0.9), (0.2, -0.9), (0.2, -0.58)),
    *((0.42, -0.58), (0.42, -0.9), (0.8, -0.9), (0.8, -0.2), (0.64, 0), (0.76, 0.95), (-0.76, 0.95), (-0.64, 0)),
    (-0.8, -0.2),
]

FORMS: Mapping[str, list[list[Point]]] = {
    "strong": [_slanted(_BLADE), _slanted(_HILT)],
    "weak": [_slanted(_STUMP), _slanted(_TIP), _slanted(_HILT)],
    "guard": [rounded(_SHIELD, 0.14)],
    "action": [[(0.3, -1), (-0.66, 0.16), (-0.06, 0.16), (-0.3, 1), (0.66, -0.26), (0.06, -0.26)]],
    "spawn": [_disc(-0.22, -0.46, 0.42), rounded(_BODY, 0.2), [(x + 0.66, y - 0.44) for x, y in _CROSS]],
    "pool": [_SPARK],
    "corner": [_TOWER],
    "crown": [CROWN],
    "cross": [[(x * 2.2 * _TURNED - y * 2.2 * _TURNED, x * 2.2 * _TURNED + y * 2.2 * _TURNED) for x, y in _CROSS]],
    "plus": [[(x * 2.2, y * 2.2) for x, y in _CROSS]],
    "burst": [[(r * sin(pi * i / 8), -r * cos(pi * i / 8)) for i, r in enumerate((1.0, 0.52) * 8)]],
}
"""The shapes of the signs: sword, broken sword, shield, bolt, figure with a plus, spark and tower for the kinds of
hexes; the others are no kind of hex."""


@lru_cache(256)
def sign(name: str, size: int, colour: Colour, edge: Colour | None = None) -> Image.Image:
    """Return a flat sign, with an edge in the colour `edge` if given."""

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        parts = [scaled(part, size * k, 0.96 if edge is None else 0.78) for part in FORMS[name]]
        polygons(pen, parts, colour, edge, size * k * 0.16)

    return smooth(size, size, draw)


@lru_cache(64)
def lock(size: int) -> Image.Image:
    """Return a lock: the mark of a token that must stay until it dies."""

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        corners = [(-0.48, -0.88), (0.48, 0.5), (-0.7, -0.1), (0.7, 0.88), (-0.15, 0.24), (0.15, 0.54)]
        at, rim = scaled(corners, size * k, 1), size * k * 0.06
        pen.arc([x - rim for x in at[0]] + [x + rim for x in at[1]], 170, 370, INK, round(size * k * 0.15 + 2 * rim))
        pen.rounded_rectangle([x - rim for x in at[2]] + [x + rim for x in at[3]], size * k * 0.12, INK)
        pen.arc([*at[0], *at[1]], 180, 360, TEXT, round(size * k * 0.15))
        pen.rounded_rectangle([*at[2], *at[3]], size * k * 0.1, TEXT)
        pen.ellipse([*at[4], *at[5]], INK)

    return smooth(size, size, draw)


@lru_cache(256)
def token(colour: str | None, size: int, fresh: bool = False, faint: bool = False) -> Image.Image:
    """Return a wooden token in a player's colour, lit from above; a new one has a bright edge, one that is going is
    faint."""
    wood = player(colour)
    edge = FRESH if fresh else INK

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        thick, lip = size * k * (0.07 if fresh else 0.045), size * k * 0.07
        outer = scaled(SHAPES[colour], size * k - lip, 1.0, (0, 0))
        half = lip / 2
        low = [(x + half, y + lip) for x, y in outer]
        high = [(x + half, y) for x, y in outer]
        for part in (low, high):
            pen.polygon(part, edge)
        pen.polygon(_grown(low, -thick), mix(wood, INK, 0.5))
        pen.polygon(_grown(high, -thick), mix(wood, FRESH, 0.45))
        pen.polygon(_grown(high, -thick - size * k * 0.05), wood)

    image = smooth(size, size, draw)
    if faint:
        fade(image)
    return image


def _grown(points: list[Point], by: float) -> list[Point]:
    """Return the points scaled about their centre so that each outer side moves outwards by this many pixels (inwards
    if negative)."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    fx = 1 + 2 * by / (max(xs) - min(xs))
    fy = 1 + 2 * by / (max(ys) - min(ys))
    return [(cx + (x - cx) * fx, cy + (y - cy) * fy) for x, y in points]


@lru_cache(64)
def initialled(colour: str | None, size: int, fresh: bool = False, faint: bool = False) -> Image.Image:
    """Return a token with the first letter of its colour."""
    image = token(colour, size, fresh, faint).copy()
    ink = word((colour or "?")[0].upper(), max(28, size // 2), bold=True)
    low = {"green": 0.62}.get(colour or "", 0.47)
    place = (size - ink.advance) // 2 + ink.left, round(size * low + max(28, size // 2) * CAP / 2) + ink.top
    image.paste((*TEXT, 255), place, ink.mask)
    return image


def mana(size: int, full: bool = True) -> Image.Image:
    """Return the sign of a point of mana, or of its empty place."""
    return sign("pool", size, ACCENT) if full else sign("pool", size, mix(PANEL, TEXT, 0.16))


def crown(size: int) -> Image.Image:
    """Return the crown of whoever is first."""
    return sign("crown", size, GOLD)
