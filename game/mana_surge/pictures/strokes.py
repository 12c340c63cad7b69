"""The strokes between two neighbouring hexes: arrows of moves, and strikes."""

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
"""A function from the length of the stroke and the width of a hex to a polygon, whose points are (distance along the
stroke, distance aside)."""

LEFT, END = 0.14, 0.44
"""Gaps as shares of a hex's width: between the centre of a moved token's old place and the arrow's start, and between
the arrow's end and the target's centre, so that the text below a token there stays readable."""
STANDS, LANDS, BURST = 0.2, 0.48, 0.36
"""For a strike: the gap at its start, where the attacker still stands, as a share of a hex's width; where it lands, as
a share of the way; and the size of its burst, as a share of a hex's width."""


def arrow(canvas: Canvas, source: Point, target: Point, size: int, tint: Colour) -> None:
    """Draw a move between the centres of two hexes that are `size` wide."""
    _put(canvas, source, target, size, tint, _arrow)


def strike(canvas: Canvas, source: Point, target: Point, size: int, tint: Colour) -> None:
    """Draw an attack: a tail that comes from the attacker, and a burst where it lands."""
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
    """Return a form drawn along a way with this offset from start to end."""
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
