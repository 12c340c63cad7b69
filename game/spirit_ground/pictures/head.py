"""The line above the ground: the round, the phase, and the spirit track of six deaths."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, DIM, EDGE, INK, NIGHT, PANEL, TEXT
from drawing.lettering import width
from game.spirit_ground.pictures import marks
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.rules.seats import ENOUGH_DEATHS, LAST_ROUND

WIDTH, HEIGHT = 1000, 92
PHASES = {"choose": "Pair", "first": "First", "second": "Second"}
BAR, TRACK = 196, 216
"""The widths of the bar that fills as rounds pass, and of the spirit track."""


def draw(canvas: Canvas, now: ViewReader) -> None:
    """Draw the line at the top."""
    canvas.put(_line(now.turn, now.phase, now.deaths), 0, 0)


@lru_cache(128)
def _line(turn: int, phase: str, deaths: int) -> Image.Image:
    canvas = Canvas(WIDTH, HEIGHT, NIGHT)
    at = 20 + canvas.text(20, 34, "Round ", 34, DIM, bold=True)
    at += canvas.text(at, 34, str(turn), 46, TEXT, bold=True)
    at += canvas.text(at, 34, f" / {LAST_ROUND}", 34, DIM, bold=True)
    canvas.panel(20, 66, BAR, 8, EDGE, 4)
    canvas.panel(20, 66, max(8, BAR * turn // LAST_ROUND), 8, ACCENT, 4)
    x = max(254, round(at) + 16)
    if phase in PHASES:
        for each, name in PHASES.items():
            x += _pill(canvas, x, name, each == phase) + 8
    else:
        _pill(canvas, x, "Game over", True)
    x, places = WIDTH - 26 - TRACK, max(ENOUGH_DEATHS, deaths)
    pip = TRACK // places
    canvas.text(x - 8, 42, "Deaths", 28, DIM, side="right")
    for i in range(places):
        full = i < deaths
        canvas.panel(x + i * pip, 26, pip - 4, 32, BAD if full else PANEL, 8, None if full else EDGE, 0 if full else 2)
        if full:
            canvas.centre(marks.sign("cross", min(22, pip - 6), INK), x + i * pip + pip / 2 - 2, 42)
    return canvas.image


def _pill(canvas: Canvas, x: int, name: str, now: bool) -> int:
    """Draw a phase, highlighted if it is the current one; return its width."""
    size = 28
    room = width(name, size, True) + 36
    canvas.panel(x, 16, room, 52, ACCENT if now else PANEL, 26)
    canvas.text(x + room / 2, 42, name, size, INK if now else DIM, bold=True, side="middle")
    return room
