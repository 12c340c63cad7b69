"""The score sheet: points and their sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, DIM, EDGE, GOLD, PANEL, RAISED, TEXT, mix
from drawing.lettering import fit
from drawing.people import name_of
from drawing.picture import Picture, finish
from game.core.english import noun
from game.core.protocol import View
from game.core.words import Names, ranked
from game.spirit_ground.pictures import alt, field, marks, palette
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.words.terms import tie

WIDTH, HEAD, COLUMN, GAP = 1000, 84, 530, 12
ROWS = (("gems", "Gems", "gem"), ("spirits", "Spirits", "spirit"), ("relics", "Relics", "relic"))


def score_sheet(view: View, names: Names, letters: bool = False) -> Picture:
    """Draw the score sheet: final, with the ground at the end, or the current standing while the game runs."""
    now = ViewReader(view)
    sheet = paint(now, names)
    if now.over:
        canvas = Canvas(WIDTH, sheet.height + field.WIDTH + GAP)
        canvas.put(sheet, 0, 0)
        field.draw(canvas, (WIDTH - field.WIDTH) // 2, sheet.height, now, field.PLAIN, letters)
        sheet = canvas.image
    return finish(sheet, palette.table(), alt.score(now, now.standing(), names), "score")


def paint(now: ViewReader, names: Names) -> Image.Image:
    """Draw the sheet alone."""
    lines = now.standing()
    canvas = Canvas(WIDTH, HEAD + COLUMN + GAP)
    canvas.text(20, HEAD / 2, "Final score" if now.over else "Score so far", 40, TEXT, bold=True)
    canvas.text(WIDTH - 20, HEAD / 2, tie(lines) or f"round {now.turn}", 28, DIM, side="right")
    wide = (WIDTH - 2 * GAP) // len(lines)
    for i, (seat, line) in enumerate(ranked(lines)):
        _column(canvas, GAP + i * wide, wide, now, seat, line, name_of(seat, names))
    return canvas.image


def _column(canvas: Canvas, x: int, wide: int, now: ViewReader, seat: str, line: Mapping[str, Any], name: str) -> None:
    """Draw the column of one player."""
    first = line["rank"] == 1 and bool(now.tiles)
    edge = GOLD if first else mix(PANEL, EDGE, 0.5)
    canvas.panel(x + 4, HEAD, wide - 8, COLUMN, RAISED if first else PANEL, 16, edge, 4 if first else 2)
    canvas.centre(marks.body(seat, 92), x + 66, HEAD + 70)
    canvas.text(x + 128, HEAD + 48, fit(name, wide - 220, 34, True), 34, TEXT, bold=True)
    canvas.text(x + 128, HEAD + 94, now.tribe(seat), 28, DIM)
    if first:
        canvas.centre(marks.sign("crown", 64), x + wide - 62, HEAD + 66)
    canvas.text(x + wide / 2, HEAD + 186, str(line["total"]), 96, ACCENT if first else TEXT, bold=True, side="middle")
    canvas.text(x + wide / 2, HEAD + 252, noun(line["total"], "point"), 30, DIM, side="middle")
    for i, (key, label, sign) in enumerate(ROWS):
        y = HEAD + 316 + 58 * i
        canvas.centre(marks.sign(sign, 44), x + 56, y)
        more = f" ({now.players[seat].relics})" if key == "relics" else ""
        canvas.text(x + 100, y, f"{label}{more}", 32, TEXT)
        canvas.text(x + wide - 44, y, str(line[key]), 36, TEXT, bold=True, side="right")
    canvas.text(x + 34, HEAD + COLUMN - 36, "Living warriors", 30, DIM)
    canvas.text(x + wide - 44, HEAD + COLUMN - 36, str(line["living"]), 34, TEXT, bold=True, side="right")
