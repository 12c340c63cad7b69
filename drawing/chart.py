"""A line chart of the players' values, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from math import ceil, floor
from typing import NamedTuple

from PIL import Image, ImageDraw

from drawing.canvas import Canvas
from drawing.colours import DIM, EDGE, NIGHT, ON_SEAT, PANEL, SEATS, TEXT, mix
from drawing.lettering import fit
from drawing.people import name_of
from drawing.picture import LEVEL, Picture, shortened
from drawing.shapes import smooth

WIDTH, HEIGHT = 1000, 640
LEFT, RIGHT, TOP, BOTTOM = 84, 330, 96, 70
"""Margins around the field, in pixels."""
APART = 44
"""Minimum distance between the names at the ends of the lines, in pixels."""
MOST = 14
"""How many turns can have their numbers written below."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""Possible distances between grid lines, in values: the smallest that covers the range of values in five steps is
taken."""


class Field(NamedTuple):
    """The chart's field: how many turns, the lowest and highest value, and the distance between grid lines."""

    turns: int
    low: int
    high: int
    step: int

    def at(self, turn: int, value: float) -> tuple[float, float]:
        """Return the pixel coordinates of a value after a turn, counted from 0."""
        x = LEFT + turn * (WIDTH - LEFT - RIGHT) / max(1, self.turns - 1)
        y = HEIGHT - BOTTOM - (value - self.low) * (HEIGHT - TOP - BOTTOM) / (self.high - self.low)
        return x, y


def chart(
    title: str,
    below: str,
    rows: Sequence[Mapping[str, float]],
    names: Mapping[str, str],
    colours: Mapping[str, str],
    alt: str,
    name: str,
) -> Picture:
    """Draw a line for each seat; each row has the values of one turn, and there must be at least one. The last values
    stand beside the names.

    `colours`: the seats whose colours are used, where not the seat's own.
    """
    field = _field(rows)
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.text(20, 46, title, 40, TEXT, bold=True)
    canvas.panel(LEFT - 10, TOP - 16, WIDTH - LEFT - RIGHT + 20, HEIGHT - TOP - BOTTOM + 32, PANEL)
    for value in range(field.low, field.high + 1, field.step):
        x, y = field.at(0, value)
        canvas.image.paste(mix(PANEL, EDGE, 0.7), (LEFT - 4, round(y), WIDTH - RIGHT + 4, round(y) + 2))
        canvas.text(x - 22, y, str(value), 28, DIM, side="right")
    for turn in range(0, field.turns, ceil(field.turns / MOST)):
        canvas.text(field.at(turn, 0)[0], HEIGHT - BOTTOM + 40, str(turn + 1), 28, DIM, side="middle")
    canvas.text(WIDTH - RIGHT + 24, HEIGHT - BOTTOM + 40, below, 28, DIM)
    for seat in rows[0]:
        _line(canvas, colours.get(seat, seat), [field.at(turn, row[seat]) for turn, row in enumerate(rows)])
    ends = _spread({seat: field.at(field.turns - 1, value)[1] for seat, value in rows[-1].items()})
    for seat, y in ends.items():
        _name(canvas, seat, colours.get(seat, seat), y, name_of(seat, names), rows[-1][seat])
    file = BytesIO()
    canvas.image.quantize(128, dither=Image.Dither.NONE).save(file, "PNG", compress_level=LEVEL)
    return Picture(file.getvalue(), shortened(alt), f"{name}.png")


def _field(rows: Sequence[Mapping[str, float]]) -> Field:
    values = [value for row in rows for value in row.values()]
    low, high = min(values), max(values)
    step = next((step for step in STEPS if (high - low) / step <= 5), STEPS[-1])
    first, last = floor(low / step) * step, ceil(high / step) * step
    return Field(len(rows), first, max(last, first + step), step)


def _line(canvas: Canvas, colour: str, points: Sequence[tuple[float, float]]) -> None:
    """Draw a line with a dot for each value."""

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        fine = [(x * k, y * k) for x, y in points]
        pen.line(fine, (*SEATS[colour], 255), round(6 * k), joint="curve")
        for x, y in fine:
            pen.ellipse((x - 9 * k, y - 9 * k, x + 9 * k, y + 9 * k), SEATS[colour], NIGHT, round(2 * k))

    canvas.put(smooth(WIDTH, HEIGHT, draw), 0, 0)


def _spread(ends: Mapping[str, float]) -> dict[str, float]:
    """Return heights for the names, as near to the ends of their lines as there is room."""
    seats = sorted(ends, key=ends.__getitem__)
    placed = dict[str, float]()
    last = float(TOP - APART)
    for seat in seats:
        last = placed[seat] = max(ends[seat], last + APART)
    over = max(0.0, last - (HEIGHT - BOTTOM))
    limit = float(HEIGHT)
    for seat in reversed(seats):
        limit = placed[seat] = min(placed[seat] if not over else min(placed[seat], HEIGHT - BOTTOM), limit - APART)
    return placed


def _name(canvas: Canvas, seat: str, colour: str, y: float, name: str, value: float) -> None:
    """Write the seat's number on a disc of a seat's colour, the player's name, and the last value."""
    x = WIDTH - RIGHT + 40

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        pen.ellipse((0, 0, 36 * k - 1, 36 * k - 1), SEATS[colour])

    canvas.centre(smooth(36, 36, draw), x, y)
    canvas.text(x, y, seat[1:], 28, ON_SEAT[colour], bold=True, side="middle")
    wide = canvas.text(WIDTH - 16, y, f"{value:.0f}", 30, TEXT, bold=True, side="right")
    canvas.text(x + 28, y, fit(name, WIDTH - 16 - wide - x - 40, 28), 28, TEXT)
