"""The score sheet: ranks by the largest set of one rune, tiles claimed, tiles owned on the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, DIM, EDGE, GOLD, PANEL, RAISED, SEATS, TEXT, mix
from drawing.lettering import fit, outlined
from drawing.people import name_of
from drawing.picture import Picture, finish
from game.core.protocol import View
from game.core.words import Names, ranked
from game.harrowing.pictures import alt, marks, palette, players, tile
from game.harrowing.rules.reader import ViewReader

WIDTH, HEAD, GAP = 1000, 84, 10
ROW, BARE = 250, 136
"""The height of a row with claimed tiles, and without."""
COLUMNS = (("set", "of one rune"), ("claimed", "claimed"), ("tiles", "on the field"))


def score_sheet(view: View, names: Names, letters: bool = False) -> Picture:
    """Draw the score sheet: final, or the current standing while the game runs."""
    now = ViewReader(view)
    return finish(paint(now, names, letters), palette.table(), alt.score(now, now.standing(), names), "score")


def paint(now: ViewReader, names: Names, letters: bool = False) -> Image.Image:
    """Draw the sheet, as an image without description."""
    lines = ranked(now.standing())
    highs = [ROW if now.players[seat].claimed else BARE for seat, _ in lines]
    canvas, y = Canvas(WIDTH, HEAD + sum(highs)), HEAD
    title = "Final standing" if now.over else "Standing so far"
    canvas.text(20, HEAD / 2, title, 40, TEXT, bold=True)
    canvas.text(WIDTH - 20, HEAD / 2, f"round {now.turn}", 28, DIM, side="right")
    for (seat, line), high in zip(lines, highs, strict=True):
        _row(canvas, y, high, now, seat, line, name_of(seat, names))
        if letters:
            canvas.centre(outlined(tile.LETTERS[seat], 36), 140, y + 66)
        y += high
    return canvas.image


def _row(canvas: Canvas, y: int, high: int, now: ViewReader, seat: str, line: Mapping[str, Any], name: str) -> None:
    """Draw the row of a player: rank and name, the three counts, the claimed tiles."""
    first = line["rank"] == 1 and now.over
    edge = GOLD if first else mix(PANEL, EDGE, 0.5)
    canvas.panel(8, y, WIDTH - 16, high - GAP, RAISED if first else PANEL, 16, edge, 4 if first else 2)
    canvas.panel(14, y + 8, 10, high - GAP - 16, SEATS[seat], 5)
    canvas.text(48, y + 60, f"{line['rank']}.", 44, ACCENT if first else DIM, bold=True)
    canvas.centre(marks.pillar(seat, 68), 140, y + 60)
    crowned = seat == now.winner
    if crowned:
        canvas.centre(marks.sign("crown", 52), 206, y + 60)
    left = 244 if crowned else 190
    canvas.text(left, y + 60, fit(name, 500 - left, 38, True), 38, TEXT, bold=True)
    for i, (key, label) in enumerate(COLUMNS):
        x = 590 + i * 156
        canvas.text(x, y + 46, str(line[key]), 54, TEXT, bold=True, side="middle")
        canvas.text(x, y + 92, label, 28, DIM, side="middle")
    claimed = players.standing(now.players[seat])
    step = min(104, 900 / max(1, len(claimed)))
    for i, each in enumerate(claimed):
        players.mini(canvas, 94 + i * step, y + 172, each, 100)
