"""The rows below the field: what each tile's spell does, in a few words."""

from __future__ import annotations

from typing import NamedTuple

from drawing.canvas import Canvas
from drawing.colours import TEXT
from drawing.lettering import fit, width
from game.core.english import sentence
from game.harrowing.pictures.colours import KINDS
from game.harrowing.rules.content import Face
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words.spells import brief, told

WIDTH = 1000


class Print(NamedTuple):
    """How the rows are printed: the row height, the text size, and the number of columns."""

    row: int
    size: int
    columns: int


LARGE, SMALL = Print(48, 34, 1), Print(38, 28, 2)
FEW, MOST = 5, 20
"""The most rows in large print, which show full texts, and the most rows at all. On a larger field there are none: the
texts are one press away, with the tiles close up."""


def rows(now: ViewReader) -> list[tuple[str, Face]]:
    """Return ids and spells, the core first. Spells that are alike, as wilds' are, share a row: "1x 1z"."""
    found: dict[str, tuple[str, Face]] = {}
    for id in sorted(now.field, key=lambda id: (now.field[id].tile.what != "core", id)):
        face = now.field[id].face
        before = f"{found[face.name][0]} " if face.name in found else ""
        found[face.name] = f"{before}{id}", face
    return list(found.values()) if 1 < len(found) <= MOST else []  # a core that lies alone is a card


def height(now: ViewReader) -> int:
    """Return the height of all rows together."""
    count = len(rows(now))
    return -(-count // _print(count).columns) * _print(count).row + 8


def draw(canvas: Canvas, top: int, now: ViewReader) -> None:
    """Draw all rows, in two columns if there are many."""
    shown = rows(now)
    row, size, columns = _print(len(shown))
    share, high = (WIDTH - 24) // columns, -(-len(shown) // columns)
    for i, (ids, face) in enumerate(shown):
        x, y = 12 + share * (i // high), top + row * (i % high + 0.5)
        canvas.text(x, y, ids, size, KINDS[face.kind], bold=True)
        begin = width(ids, size, True) + 12
        canvas.text(x + begin, y, _said(face, share - begin - 8, size), size, TEXT)


def _print(count: int) -> Print:
    return LARGE if count <= FEW else SMALL


def _said(face: Face, room: int, size: int) -> str:
    """Return the full text of a spell if there is room, else the brief one."""
    whole = told(face).removesuffix(".")
    if width(whole, size) <= room:
        return whole
    return fit(sentence(brief(face)), room, size)
