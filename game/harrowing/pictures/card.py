"""A tile close up: as it lies, or a side of it, with all that its spell does."""

from __future__ import annotations

from drawing.canvas import Canvas
from drawing.colours import EDGE, PANEL, TEXT, mix
from drawing.lettering import fit, wrap
from game.harrowing.pictures import tile
from game.harrowing.pictures.colours import KINDS
from game.harrowing.pictures.tile import Look
from game.harrowing.rules.content import Face
from game.harrowing.rules.content import tile as tile_of
from game.harrowing.rules.reader import Claimed, Lying
from game.harrowing.words import spells

WIDE, TALL = 138, 138 * 2 / 3**0.5
LINE, SIZE = 36, 28


def height(face: Face, wide: int) -> int:
    """Of a card of this width."""
    return max(184, 116 + LINE * len(_lines(face, wide)))


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
    """A card with its upper left corner here, `wide` and as high as it needs, or as is asked."""
    face = lying.face
    high = high or height(face, wide)
    tint = KINDS[face.kind]
    canvas.panel(x, y, wide, high - 8, PANEL, 16, mix(PANEL, tint, 0.7) if tint else EDGE, 3)
    tile.draw(canvas, x + 16 + WIDE / 2, y + 88, WIDE, TALL, lying, look, letters)
    left, room = x + WIDE + 30, wide - WIDE - 42
    canvas.text(left, y + 34, fit(face.name, room, 32, True), 32, TEXT, bold=True)
    what = f"{face.kind}{f' · {note}' if note else ''}"
    canvas.text(left, y + 74, fit(what, room, SIZE), SIZE, tint)
    for i, line in enumerate(_lines(face, wide)):
        canvas.text(left, y + 112 + LINE * i, line, SIZE, TEXT)


def claimed(each: Claimed) -> Lying:
    """A claimed tile as a card shows it."""
    return Lying(each.tile, each.face, "0,0", each.side, {}, each.power)


def side(face: Face, lying: Lying | None = None) -> Lying:
    """A side that is not up, or lies nowhere yet."""
    return Lying(
        tile_of(face.source), face, "0,0", int(face.id[-1]), lying.pillars if lying else {}, "0" * len(face.slots)
    )


def _lines(face: Face, wide: int) -> tuple[str, ...]:
    return wrap(spells.told(face), wide - WIDE - 42, SIZE)
