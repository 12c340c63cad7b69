"""The marks of players, miners, titles and cards: flat signs, told apart by form as well as by colour."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from drawing.colours import ACCENT, DIM, FRESH, GOLD, INK, ON_SEAT, SEATS, TEXT, Colour, mix
from drawing.shapes import FINE, Point, panel, scaled, smooth


def _star() -> list[Point]:
    return [(r * sin(pi * i / 5), -r * cos(pi * i / 5)) for i, r in enumerate((1.05, 0.46) * 5)]


_PLUS = [(-0.34, -1), (0.34, -1), (0.34, -0.34), (1, -0.34), (1, 0.34), (0.34, 0.34)]
EMBLEMS: dict[str, list[Point]] = {
    "P1": [(0.96 * sin(pi * i / 16), -0.96 * cos(pi * i / 16)) for i in range(32)],
    "P2": [(-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)],
    "P3": [(0, -0.92), (1, 0.84), (-1, 0.84)],
    "P4": [*_PLUS, *[(-x, -y) for x, y in _PLUS]],
    "P5": [(x, y + 0.06) for x, y in _star()],
}
"""Disc, square, triangle, cross, star."""


@lru_cache(128)
def emblem(seat: str, size: int, colour: Colour) -> Image.Image:
    """A player's sign alone."""
    return smooth(size, size, lambda pen, k: pen.polygon(scaled(EMBLEMS[seat], size * k, 0.98), colour))


@lru_cache(512)
def block(seat: str, width: int, height: int, fresh: bool = False, arch: bool = False) -> Image.Image:
    """A wooden block in a player's colour, lit from above; a new one has a bright edge. An arch is inside a mine."""
    colour, lip = SEATS[seat], max(4, height // 12)
    radius = height // 2 if arch else max(6, height // 6)
    corners = (True, True, not arch, not arch)
    image = panel(width, height, radius, mix(colour, INK, 0.45), corners=corners).copy()
    image.alpha_composite(panel(width, height - lip, radius, colour, mix(colour, FRESH, 0.3), 2, corners))
    if fresh:
        image.alpha_composite(panel(width, height, radius, None, FRESH, max(4, height // 14), corners))
    return image


@lru_cache(64)
def badge(seat: str, size: int) -> Image.Image:
    """A square block with a player's sign on it."""
    image = block(seat, size, size).copy()
    sign = round(size * 0.56)
    lip = max(4, size // 12)
    image.alpha_composite(emblem(seat, sign, ON_SEAT[seat]), ((size - sign) // 2, (size - lip - sign) // 2))
    return image


def _drawn(size: int, paint: Callable[[ImageDraw.ImageDraw, Callable[..., list[Point]]], None]) -> Image.Image:
    """A sign painted in coordinates from 0 to 100."""

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        unit = size * k / 100

        def at(*numbers: float) -> list[Point]:
            return [(numbers[i] * unit, numbers[i + 1] * unit) for i in range(0, len(numbers), 2)]

        paint(pen, at)

    return smooth(size, size, draw)


@lru_cache(64)
def crown(size: int) -> Image.Image:
    """An adept's title."""

    def paint(pen: ImageDraw.ImageDraw, at: Callable[..., list[Point]]) -> None:
        pen.polygon(at(0, 22, 28, 50, 50, 8, 72, 50, 100, 22, 90, 92, 10, 92), mix(GOLD, INK, 0.8))
        pen.polygon(at(9, 36, 31, 60, 50, 24, 69, 60, 91, 36, 83, 84, 17, 84), GOLD)

    return _drawn(size, paint)


@lru_cache(64)
def pawn(size: int) -> Image.Image:
    """The first player's pawn."""

    def paint(pen: ImageDraw.ImageDraw, at: Callable[..., list[Point]]) -> None:
        pen.polygon(at(50, 34, 76, 84, 84, 98, 16, 98, 24, 84), TEXT)
        pen.ellipse([*at(26, 2)[0], *at(74, 50)[0]], TEXT)

    return _drawn(size, paint)


@lru_cache(64)
def cube(size: int, colour: Colour) -> Image.Image:
    """A miner."""

    def paint(pen: ImageDraw.ImageDraw, at: Callable[..., list[Point]]) -> None:
        pen.polygon(at(50, 4, 92, 26, 50, 48, 8, 26), mix(colour, FRESH, 0.45))
        pen.polygon(at(8, 26, 50, 48, 50, 98, 8, 74), colour)
        pen.polygon(at(50, 48, 92, 26, 92, 74, 50, 98), mix(colour, INK, 0.4))

    return _drawn(size, paint)


@lru_cache(64)
def cards(size: int) -> Image.Image:
    """Spells in hand, or in a pile."""

    def paint(pen: ImageDraw.ImageDraw, at: Callable[..., list[Point]]) -> None:
        pen.polygon(at(8, 22, 48, 8, 74, 78, 34, 92), mix(DIM, INK, 0.4))
        pen.rounded_rectangle([*at(36, 10)[0], *at(90, 94)[0]], at(8, 0)[0][0], TEXT, INK, FINE)

    return _drawn(size, paint)


@lru_cache(64)
def mana(size: int) -> Image.Image:
    """Processed mana: a spark."""

    def paint(pen: ImageDraw.ImageDraw, at: Callable[..., list[Point]]) -> None:
        pen.polygon(at(50, 0, 64, 36, 100, 50, 64, 64, 50, 100, 36, 64, 0, 50, 36, 36), ACCENT)
        pen.polygon(at(50, 28, 57, 43, 72, 50, 57, 57, 50, 72, 43, 57, 28, 50, 43, 43), FRESH)

    return _drawn(size, paint)


@lru_cache(64)
def lock(size: int, colour: Colour) -> Image.Image:
    """A closed mine."""

    def paint(pen: ImageDraw.ImageDraw, at: Callable[..., list[Point]]) -> None:
        pen.arc([*at(24, 6)[0], *at(76, 76)[0]], 180, 360, colour, round(at(13, 0)[0][0]))
        pen.rounded_rectangle([*at(12, 42)[0], *at(88, 96)[0]], at(10, 0)[0][0], colour)
        pen.ellipse([*at(42, 58)[0], *at(58, 74)[0]], INK)
        pen.rectangle([*at(47, 68)[0], *at(53, 84)[0]], INK)

    return _drawn(size, paint)


@lru_cache(32)
def tick(size: int, colour: Colour) -> Image.Image:
    """Yes."""
    return _drawn(size, lambda pen, at: pen.line(at(12, 54, 40, 82, 90, 20), colour, round(at(17, 0)[0][0]), "curve"))


@lru_cache(32)
def cross(size: int, colour: Colour) -> Image.Image:
    """No."""

    def paint(pen: ImageDraw.ImageDraw, at: Callable[..., list[Point]]) -> None:
        pen.line(at(18, 18, 82, 82), colour, round(at(16, 0)[0][0]))
        pen.line(at(18, 82, 82, 18), colour, round(at(16, 0)[0][0]))

    return _drawn(size, paint)


@lru_cache(32)
def arrow(size: int, colour: Colour) -> Image.Image:
    """On to the right."""
    return _drawn(size, lambda pen, at: pen.polygon(at(14, 4, 92, 50, 14, 96, 34, 50), colour))


@lru_cache(32)
def thorns(size: int, colour: Colour) -> Image.Image:
    """A spell against the others: a burst."""
    spikes = [(r * sin(pi * i / 8), -r * cos(pi * i / 8)) for i, r in enumerate((1.0, 0.5) * 8)]
    return smooth(size, size, lambda pen, k: pen.polygon(scaled(spikes, size * k, 0.98), colour))
