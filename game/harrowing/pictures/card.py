"""A tile close up, as it lies or as one of its sides, with the full text of its spell."""

from __future__ import annotations

from typing import NamedTuple

from drawing.canvas import Canvas
from drawing.colours import EDGE, PANEL, TEXT, mix
from drawing.lettering import fit, width, wrap
from game.harrowing.pictures import tile
from game.harrowing.pictures.colours import KINDS
from game.harrowing.pictures.tile import Look
from game.harrowing.rules.content import Face
from game.harrowing.rules.content import tile as tile_of
from game.harrowing.rules.reader import Claimed, Lying
from game.harrowing.words import spells


class Print(NamedTuple):
    """The print sizes of a card: its hex, its name, its text, and the line height."""

    hex: int
    name: int
    text: int
    line: int


SMALL, LARGE = Print(138, 32, 28, 36), Print(160, 40, 36, 46)
FULL = 700
"""The least width of a card in large print, with its kind beside its name."""


def height(face: Face, wide: int) -> int:
    """Return the height of a card of this width."""
    size = _print(wide)
    return round(max(size.hex * 2 / 3**0.5 + 28, _top(wide) + size.line * len(_lines(face, wide)) + 16))


def draw(
    canvas: Canvas,
    x: int,
    y: int,
    wide: int,
    lying: Lying,
    look: Look = tile.PLAIN,
    high: int = 0,
    note: str = "",
    letters: bool = False,
) -> None:
    """Draw a card with its upper left corner here, `wide` pixels wide, and as high as given or, with 0, as needed."""
    face, size = lying.face, _print(wide)
    high = high or height(face, wide)
    tint = KINDS[face.kind]
    canvas.panel(x, y, wide, high - 8, PANEL, 16, mix(PANEL, tint, 0.7) if tint else EDGE, 3)
    tall = size.hex * 2 / 3**0.5
    tile.draw(canvas, x + 16 + size.hex / 2, y + 8 + tall / 2, size.hex, tall, lying, look, letters)
    left, room = x + size.hex + 30, _room(wide)
    what = f"{face.kind}{f' · {note}' if note else ''}"
    if size is LARGE:
        aside = width(what, size.text)
        canvas.text(x + wide - 20, y + 38, what, size.text, tint, side="right")
        canvas.text(left, y + 38, fit(face.name, room - aside - 30, size.name, True), size.name, TEXT, bold=True)
    else:
        canvas.text(left, y + 34, fit(face.name, room, size.name, True), size.name, TEXT, bold=True)
        canvas.text(left, y + 74, fit(what, room, size.text), size.text, tint)
    for i, line in enumerate(_lines(face, wide)):
        canvas.text(left, y + _top(wide) + size.line * (i + 0.5), line, size.text, TEXT)


def claimed(each: Claimed) -> Lying:
    """Return a claimed tile in the form that a card draws."""
    return Lying(each.tile, each.face, "0,0", each.side, {}, each.power)


def side(face: Face, lying: Lying | None = None) -> Lying:
    """Return a side that is not up, or of a tile not on the field, in the form that a card draws."""
    return Lying(
        tile_of(face.source), face, "0,0", int(face.id[-1]), lying.pillars if lying else {}, "0" * len(face.slots)
    )


def _print(wide: int) -> Print:
    return LARGE if wide >= FULL else SMALL


def _top(wide: int) -> int:
    """Return where the text begins, in pixels from the top."""
    return 66 if _print(wide) is LARGE else 94


def _room(wide: int) -> int:
    """Return the width of a line of text, in pixels."""
    return wide - _print(wide).hex - 42


def _lines(face: Face, wide: int) -> tuple[str, ...]:
    return wrap(spells.told(face), _room(wide), _print(wide).text)
