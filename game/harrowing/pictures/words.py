"""Below the field: what each tile's spell does, in a few words."""

from __future__ import annotations

from drawing.canvas import Canvas
from drawing.colours import TEXT
from drawing.lettering import fit, width
from game.harrowing.pictures.colours import KINDS
from game.harrowing.rules.content import Face
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words.spells import brief

ROW, SIZE, COLUMN = 38, 28, 488
MOST = 20
"""Rows there are room for: on a larger field the words are one press away, with the tiles close up."""


def rows(now: ViewReader) -> list[tuple[str, Face]]:
    """Ids and spells, the core first; those that are alike, as wilds are, in one row: "1x 1z"."""
    found: dict[str, tuple[str, Face]] = {}
    for id in sorted(now.field, key=lambda id: (now.field[id].tile.what != "core", id)):
        face = now.field[id].face
        before = f"{found[face.name][0]} " if face.name in found else ""
        found[face.name] = f"{before}{id}", face
    return list(found.values()) if len(found) <= MOST else []


def height(now: ViewReader) -> int:
    """Of all rows."""
    return (len(rows(now)) + 1) // 2 * ROW + 8


def draw(canvas: Canvas, top: int, now: ViewReader) -> None:
    """All of them in two columns."""
    shown = rows(now)
    half = (len(shown) + 1) // 2
    for i, (ids, face) in enumerate(shown):
        x, y = 12 + COLUMN * (i // half), top + ROW * (i % half) + ROW / 2
        canvas.text(x, y, ids, SIZE, KINDS[face.kind], bold=True)
        text, begin = brief(face), width(ids, SIZE, True) + 12
        canvas.text(x + begin, y, fit(text[:1].upper() + text[1:], COLUMN - begin - 8, SIZE), SIZE, TEXT)
