"""The line above the map: round, phase, what is left of the turn; and the note that attacks are fierce."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, DIM, EDGE, INK, NIGHT, PANEL, TEXT
from drawing.lettering import width
from game.mana_surge.boards.facts import PHASES
from game.mana_surge.pictures import marks
from game.mana_surge.pictures.colours import SIGNS
from game.mana_surge.rules.boards.board import Kind
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import LAST_TURN

WIDTH, HEIGHT = 1000, 92
BAR = 196
"""The length in pixels of the bar that fills as rounds pass."""


def draw(canvas: Canvas, at: int, now: ViewReader) -> None:
    """Draw the line at the top."""
    canvas.put(_line(now.turn, now.phase), at, 0)
    x = at + WIDTH - 20
    left: tuple[tuple[int, Kind], ...] = ((now.spawns, "spawn"), (now.points, "action"))
    for count, sign in left:
        if count:
            x -= canvas.text(x, 42, str(count), 40, TEXT, bold=True, side="right") + 22
            canvas.centre(marks.sign(sign, 38, SIGNS[sign]), x, 42)
            x -= 40


def draw_fierce(canvas: Canvas, left: int, now: ViewReader) -> None:
    """Draw the note that an attack equal to the defence kills too, in the free space beside the map's first rows."""
    if not now.fierce:
        return
    right, y = left + WIDTH - 20, HEIGHT + 20
    wide = canvas.text(right, y, "Fierce", 32, BAD, bold=True, side="right")
    canvas.centre(marks.sign("burst", 40, BAD), right - wide - 28, y)
    canvas.text(right, y + 40, "ties kill", 28, DIM, side="right")


@lru_cache(128)
def _line(turn: int, phase: str) -> Image.Image:
    canvas = Canvas(WIDTH, HEIGHT, NIGHT)
    if turn:
        at = 20 + canvas.text(20, 34, "Round ", 34, DIM, bold=True)
        at += canvas.text(at, 34, str(turn), 46, TEXT, bold=True)
        canvas.text(at, 34, f" / {LAST_TURN}", 34, DIM, bold=True)
        canvas.panel(20, 66, BAR, 8, EDGE, 4)
        canvas.panel(20, 66, max(8, BAR * turn // LAST_TURN), 8, ACCENT, 4)
    x = 300 if turn else 20
    if phase not in PHASES:
        _pill(canvas, x, "Set-up" if phase == "setup" else "Game over", True)
        return canvas.image
    for each, name in PHASES.items():
        x += _pill(canvas, x, name, each == phase) + 8
    return canvas.image


def _pill(canvas: Canvas, x: int, name: str, now: bool) -> int:
    """Draw a phase, raised if it is the current one; return its width."""
    size = 32 if now else 28
    room = width(name, size, True) + (56 if now else 40)
    canvas.panel(x, 14 if now else 18, room, 56 if now else 48, ACCENT if now else PANEL, 28 if now else 24)
    canvas.text(x + room / 2, 42, name, size, INK if now else DIM, bold=True, side="middle")
    return room
