"""The score sheet: ranks, mana and tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, DIM, EDGE, GOLD, PANEL, RAISED, TEXT, mix
from drawing.lettering import fit
from drawing.people import name_of
from drawing.picture import Picture, finish
from game.core.english import many
from game.core.protocol import View
from game.core.words import Names, ranked
from game.mana_surge.boards.changes import changes
from game.mana_surge.boards.news import when
from game.mana_surge.pictures import alt, field, marks, palette
from game.mana_surge.pictures.plan import plan
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import ENOUGH

WIDTH, HEAD, COLUMN, GAP = 1000, 84, 490, 12
PIP = 44
PLACES = ("1st", "2nd", "3rd")


def score_sheet(view: View, names: Names, letters: bool = False) -> Picture:
    """Draw the score sheet: final, with the board at the end, or the current standing while the game runs.

    With `letters`, tokens also show the initial of their colour.
    """
    now = ViewReader(view)
    sheet = paint(now, names, letters)
    if now.over:
        on = plan(now.board)
        canvas = Canvas(on.width, sheet.height + on.height + 2 * GAP)
        canvas.put(sheet, (on.width - WIDTH) / 2, 0)
        field.draw(canvas, sheet.height + GAP, now, changes(now, None), None, (), letters)
        sheet = canvas.image
    return finish(sheet, palette.table(), alt.score(now, now.standing(), names), "score")


def paint(now: ViewReader, names: Names, letters: bool = False) -> Image.Image:
    """Draw the sheet alone."""
    lines = now.standing()
    canvas = Canvas(WIDTH, HEAD + COLUMN + GAP)
    canvas.text(20, HEAD / 2, "Final score" if now.over else "Score so far", 40, TEXT, bold=True)
    canvas.text(WIDTH - 20, HEAD / 2, when(now), 28, DIM, side="right")
    wide = (WIDTH - 2 * GAP) // len(lines)
    for i, (seat, line) in enumerate(ranked(lines)):
        _column(canvas, GAP + i * wide, wide, now, seat, line, name_of(seat, names), letters)
    return canvas.image


def _column(
    canvas: Canvas, x: int, wide: int, now: ViewReader, seat: str, line: Mapping[str, Any], name: str, letters: bool
) -> None:
    """Draw the column of one player."""
    first = line["rank"] == 1 and bool(now.turn)
    edge = GOLD if first else mix(PANEL, EDGE, 0.5)
    canvas.panel(x + 4, HEAD, wide - 8, COLUMN, RAISED if first else PANEL, 16, edge, 4 if first else 2)
    middle, y = x + wide / 2, HEAD + 64
    token = marks.initialled if letters else marks.token
    canvas.centre(token(now.players[seat].colour, 84), middle - 44, y)
    if first:
        canvas.centre(marks.crown(72), middle + 48, y)
    else:
        canvas.text(middle + 48, y, PLACES[line["rank"] - 1], 36, DIM, bold=True, side="middle")
    canvas.text(middle, HEAD + 142, fit(name, wide - 36, 34, True), 34, TEXT, bold=True, side="middle")
    mana = str(line["mana"])
    canvas.text(middle, HEAD + 226, mana, 96, ACCENT if first else TEXT, bold=True, side="middle")
    canvas.text(middle, HEAD + 294, "mana", 30, DIM, side="middle")
    for i in range(ENOUGH):
        row, place = divmod(i, ENOUGH // 2)
        pip = marks.mana(PIP, i < line["mana"])
        canvas.centre(pip, middle + (place - (ENOUGH // 2 - 1) / 2) * (PIP + 6), HEAD + 346 + row * (PIP + 4))
    canvas.text(middle, HEAD + COLUMN - 32, many(line["tokens"], "token"), 32, TEXT, side="middle")
