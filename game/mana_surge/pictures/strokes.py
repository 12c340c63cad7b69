"""Arrows of moves and strikes from one hex to the next."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from PIL import Image, ImageDraw

from drawing.canvas import Canvas
from drawing.colours import BAD, FRESH, INK, Colour
from drawing.shapes import Point, smooth
from game.mana_surge.pictures import marks

LEFT, STANDS, END = 0.14, 0.27, 0.44
"""Shares of a hex's width: from the middle of a token that has left, or stands, to where its arrow begins; from where
that ends to the middle of the target, so that what stands below a token there can be read."""


def arrow(canvas: Canvas, source: Point, target: Point, size: int, tint: Colour) -> None:
    """A move."""
    _put(canvas, source, target, size, tint, thin=False)


def strike(canvas: Canvas, source: Point, target: Point, size: int, tint: Colour) -> None:
    """An attack: a blade, and a burst where it lands."""
    _put(canvas, source, target, size, tint, thin=True)
    x, y = source[0] + (target[0] - source[0]) * 0.56, source[1] + (target[1] - source[1]) * 0.56
    burst = round(size * 0.4)
    canvas.centre(marks.sign("burst", burst, BAD, INK), x, y)
    canvas.centre(marks.sign("burst", round(burst * 0.46), FRESH), x, y)


def _put(canvas: Canvas, source: Point, target: Point, size: int, tint: Colour, thin: bool) -> None:
    dx, dy = round(target[0] - source[0]), round(target[1] - source[1])
    canvas.centre(_arrow(dx, dy, size, tint, thin), (source[0] + target[0]) / 2, (source[1] + target[1]) / 2)


@lru_cache(256)
def _arrow(dx: int, dy: int, size: int, tint: Colour, thin: bool) -> Image.Image:
    """From the middle of a hex so far to that of the other."""
    margin = round(size * 0.3)
    wide, high = abs(dx) + 2 * margin, abs(dy) + 2 * margin
    long = hypot(dx, dy)
    ux, uy = dx / long, dy / long
    begin, end = size * (STANDS if thin else LEFT), long - size * END
    shaft, head = size * (0.045 if thin else 0.06), size * 0.17

    def pen(draw: ImageDraw.ImageDraw, k: float) -> None:
        x0, y0 = (wide - dx) / 2, (high - dy) / 2

        def at(along: float, aside: float) -> Point:
            return (x0 + ux * along - uy * aside) * k, (y0 + uy * along + ux * aside) * k

        tail = 0.3 if thin else 1.0
        body = [
            at(begin, shaft * tail),
            at(end - head, shaft),
            at(end - head * 1.1, head * 0.78),
            at(end, 0),
            at(end - head * 1.1, -head * 0.78),
            at(end - head, -shaft),
            at(begin, -shaft * tail),
        ]
        draw.line([*body, *body[:2]], INK, round(size * 0.055 * k), "curve")
        draw.polygon(body, tint)

    return smooth(wide, high, pen)
