"""Arrows of moves and strikes from one hex to the next."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import hypot

from PIL import Image, ImageDraw

from drawing.canvas import Canvas
from drawing.colours import BAD, FRESH, INK, Colour
from drawing.shapes import Point, smooth
from game.mana_surge.pictures import marks

Form = Callable[[float, int], list[Point]]
"""A polygon by how far the way is and how wide a hex: points so far along it and aside of it."""

LEFT, END = 0.14, 0.44
"""Shares of a hex's width: from the middle of a token that has left to where its arrow begins; from where that ends to
the middle of the target, so that what stands below a token there can be read."""
STANDS, LANDS, BURST = 0.2, 0.48, 0.36
"""The same of a strike, by a token that still stands; where on the way it lands, and how large its burst is."""


def arrow(canvas: Canvas, source: Point, target: Point, size: int, tint: Colour) -> None:
    """A move, between the middles of two hexes that are `size` wide."""
    _put(canvas, source, target, size, tint, _arrow)


def strike(canvas: Canvas, source: Point, target: Point, size: int, tint: Colour) -> None:
    """An attack: a tail that comes from the attacker, and a burst where it lands."""
    _put(canvas, source, target, size, tint, _tail)
    x, y = source[0] + (target[0] - source[0]) * LANDS, source[1] + (target[1] - source[1]) * LANDS
    burst = round(size * BURST)
    canvas.centre(marks.sign("burst", burst, BAD, INK), x, y)
    canvas.centre(marks.sign("burst", round(burst * 0.46), FRESH), x, y)


def _put(canvas: Canvas, source: Point, target: Point, size: int, tint: Colour, form: Form) -> None:
    dx, dy = round(target[0] - source[0]), round(target[1] - source[1])
    canvas.centre(_drawn(dx, dy, size, tint, form), (source[0] + target[0]) / 2, (source[1] + target[1]) / 2)


def _arrow(long: float, size: int) -> list[Point]:
    end, shaft, head = long - size * END, size * 0.06, size * 0.17
    half = [(size * LEFT, shaft), (end - head, shaft), (end - head * 1.1, head * 0.78), (end, 0.0)]
    return half + [(x, -y) for x, y in reversed(half[:-1])]


def _tail(long: float, size: int) -> list[Point]:
    return [(size * STANDS, 0.0), (long * LANDS, size * 0.085), (long * LANDS, -size * 0.085)]


@lru_cache(256)
def _drawn(dx: int, dy: int, size: int, tint: Colour, form: Form) -> Image.Image:
    """A form on the way to a middle so far off."""
    margin = round(size * 0.3)
    wide, high = abs(dx) + 2 * margin, abs(dy) + 2 * margin
    long = hypot(dx, dy)
    ux, uy = dx / long, dy / long

    def pen(draw: ImageDraw.ImageDraw, k: float) -> None:
        x, y = (wide - dx) / 2, (high - dy) / 2
        body = [
            ((x + ux * along - uy * aside) * k, (y + uy * along + ux * aside) * k) for along, aside in form(long, size)
        ]
        draw.line([*body, *body[:2]], INK, round(size * 0.055 * k), "curve")
        draw.polygon(body, tint)

    return smooth(wide, high, pen)
