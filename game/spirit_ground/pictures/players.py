"""The rows of both players: tribe, name, what they are asked, storage, relics, deaths, deck, points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drawing.canvas import Canvas
from drawing.colours import ACCENT, DIM, EDGE, GOLD, INK, PANEL, RAISED, TEXT, mix
from drawing.lettering import fit, outlined
from drawing.people import name_of
from game.core.english import noun
from game.core.words import Names
from game.spirit_ground.pictures import marks
from game.spirit_ground.rules.crystals import KEPT
from game.spirit_ground.rules.reader import ViewReader

ROW, GAP, WIDTH = 104, 8, 984
HEIGHT = 2 * (ROW + GAP)
ASKED = {
    "pair": "to choose a pair",
    "order": "to say who goes first",
    "place": "to place",
    "pay": "to pay",
    "rotate": "to turn",
    "enhance": "to enhance",
    "target": "to choose who is settled",
}
"""What somebody who is asked is about to do, by kind of question, in short."""


def draw(canvas: Canvas, left: int, top: int, now: ViewReader, names: Names, letters: bool) -> None:
    """Draw one row per player."""
    standing = now.standing()
    for i, seat in enumerate(now.players):
        _row(canvas, left, top + i * (ROW + GAP), seat, now, standing[seat], names)
        if letters:
            letter = outlined(now.tribe(seat)[0], 40)
            canvas.centre(letter, left + 54, top + i * (ROW + GAP) + ROW / 2)


def _row(canvas: Canvas, x: int, y: int, seat: str, now: ViewReader, line: Mapping[str, Any], names: Names) -> None:
    player, kind = now.players[seat], now.pending.get(seat)
    won = now.over and line["rank"] == 1
    edge = ACCENT if kind else GOLD if won else mix(PANEL, EDGE, 0.5)
    bright = bool(kind) or won
    canvas.panel(x, y, WIDTH, ROW, RAISED if bright else PANEL, 16, edge, 4 if bright else 2)
    canvas.centre(marks.body(seat, 72), x + 54, y + ROW / 2)
    canvas.text(x + 104, y + 32, fit(name_of(seat, names), 246 if won else 300, 32, True), 32, TEXT, bold=True)
    below = ASKED[kind] if kind else f"{now.tribe(seat)} · deck {player.deck_size}"
    canvas.text(x + 104, y + 74, fit(below, 300, 28), 28, ACCENT if kind else DIM, bold=bool(kind))
    if won:
        canvas.centre(marks.sign("crown", 44), x + 380, y + 34)
    at = x + 424
    canvas.text(at, y + 30, "Storage", 28, DIM)
    kinds = ["energy"] * player.storage.energy + ["spirit"] * player.storage.spirit
    for i in range(max(KEPT, len(kinds))):
        if i < len(kinds):
            canvas.centre(marks.sign(kinds[i], 36), at + 18 + 38 * i, y + 72)
        else:
            canvas.panel(at + 8 + 38 * i, y + 62, 20, 20, mix(PANEL, INK, 0.5), 10)
    at = x + 668
    for sign, number, place in (("relic", player.relics, 0), ("cross", player.dead, 92)):
        canvas.centre(marks.sign(sign, 40, DIM if sign == "cross" else None), at + place, y + ROW / 2)
        canvas.text(at + place + 26, y + ROW / 2, str(number), 36, TEXT, bold=True)
    canvas.text(x + WIDTH - 24, y + 40, str(line["total"]), 50, TEXT, bold=True, side="right")
    canvas.text(x + WIDTH - 24, y + 82, noun(line["total"], "point"), 28, DIM, side="right")
