"""The legend: what the signs of the board mean. It is the same for every game."""

from __future__ import annotations

from functools import cache

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, FRESH, INK, NIGHT, PANEL, TEXT
from drawing.lettering import wrap
from drawing.picture import Picture, finish
from game.mana_surge.pictures import field, marks, palette, strokes
from game.mana_surge.pictures.colours import SIGNS, player
from game.mana_surge.rules.boards.board import Kind
from game.mana_surge.words.terms import HEXES

WIDTH, MARGIN, SIZE, LINE = 1000, 20, 28, 36
HEX, TALL = 112, 129
ROW = 122
CELL = 120
"""The width of the left part of an entry, with the sign that is explained."""

MARKS = {
    "strength": "Attack and defence of a token, where they are not 1/1",
    "locked": "Locked: it neither moves nor attacks until it dies",
    "fresh": "New since the last picture",
    "moved": "Where a token has moved",
    "struck": "An attack, and who died of it",
    "left": "Points and spawns left this turn",
    "asked": "A bright frame: whose turn it is",
}
"""The text beside each sign, in order."""


def legend(letters: bool = False) -> Picture:
    """Draw all signs with their meanings. With `letters`, tokens also show the initial of their colour."""
    rows = max(len(HEXES), len(MARKS))
    canvas = Canvas(WIDTH, 76 + rows * ROW + 16)
    for x, title in ((MARGIN, "Hexes"), (WIDTH // 2 + MARGIN, "Signs")):
        canvas.text(x, 38, title, 38, TEXT, bold=True)
    for i, (kind, text) in enumerate(HEXES.items()):
        y = 76 + i * ROW + ROW // 2
        canvas.centre(_hex(kind), MARGIN + CELL // 2 - 4, y)
        _text(canvas, MARGIN, y, text)
    for i, (mark, text) in enumerate(MARKS.items()):
        y = 76 + i * ROW + ROW // 2
        _mark(canvas, WIDTH // 2 + MARGIN + CELL // 2 - 4, y, mark, letters)
        _text(canvas, WIDTH // 2 + MARGIN, y, text)
    return finish(canvas.image, palette.table(), described(), "legend")


def described() -> str:
    """Return the legend in words."""
    return f"Hexes: {'; '.join(HEXES.values())}. Signs: {'; '.join(MARKS.values())}."


def _text(canvas: Canvas, x: int, y: float, text: str) -> None:
    lines = wrap(text, WIDTH // 2 - CELL - MARGIN - 12, SIZE)
    for i, line in enumerate(lines):
        canvas.text(x + CELL, y + (i - (len(lines) - 1) / 2) * LINE, line, SIZE, TEXT)


@cache
def _hex(kind: Kind) -> Image.Image:
    canvas = Canvas(HEX, TALL - 14, NIGHT)
    middle = HEX / 2, (TALL - 14) / 2
    if kind == "corner":
        field.draw_spawner(canvas, *middle, HEX - 14, TALL - 16, "red")
        return canvas.image
    canvas.centre(field.tile(kind, HEX - 14, TALL - 16), *middle)
    field.draw_sign(canvas, kind, *middle, HEX)
    return canvas.image


def _mark(canvas: Canvas, x: float, y: float, mark: str, letters: bool) -> None:
    token = marks.initialled if letters else marks.token
    match mark:
        case "strength":
            canvas.centre(token("red", 54), x - 26, y)
            canvas.text(x + 4, y, "2/1", SIZE, TEXT, bold=True)
        case "locked":
            canvas.centre(token("blue", 54), x - 22, y)
            canvas.centre(marks.lock(38), x + 26, y)
        case "fresh":
            canvas.centre(token("green", 62, True), x - 6, y)
            canvas.centre(marks.sign("plus", 30, FRESH, INK), x + 30, y - 24)
        case "moved":
            canvas.centre(token("blue", 50, True), x + 32, y)
            strokes.arrow(canvas, (x - 64, y), (x + 32, y), 84, player("blue"))
        case "struck":
            canvas.centre(token("green", 50, False, True), x + 32, y)
            canvas.centre(marks.sign("cross", 40, BAD, INK), x + 32, y)
            strokes.strike(canvas, (x - 80, y), (x + 40, y), 112, player("red"))
        case "left":
            left: tuple[tuple[Kind, str], ...] = (("action", "2"), ("spawn", "1"))
            for i, (sign, number) in enumerate(left):
                canvas.centre(marks.sign(sign, 36, SIGNS[sign]), x - 20, y - 24 + 48 * i)
                canvas.text(x + 8, y - 24 + 48 * i, number, 34, TEXT, bold=True)
        case _:
            canvas.panel(round(x) - 46, round(y) - 34, 92, 68, PANEL, 14, ACCENT, 4)
            canvas.centre(token("red", 42), x, y)
