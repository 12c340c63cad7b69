"""An attack in one row: who attacks whom, with what strength, and who dies."""

from __future__ import annotations

from drawing.canvas import Canvas
from drawing.colours import BAD, DIM, FRESH, GOOD, INK, PANEL, TEXT
from game.mana_surge.boards.ghosts import Ghost
from game.mana_surge.pictures import marks
from game.mana_surge.rules.reader import ViewReader

HEIGHT, MARGIN, WIDTH = 132, 8, 984
TOKEN = 68
LABEL = 34
"""Pixels from the centre of a token towards its text."""


def draw(canvas: Canvas, left: int, top: int, now: ViewReader, ghost: Ghost, letters: bool) -> None:
    """Draw the attacker at the left, the token attacked at the right."""
    x, y = left + MARGIN, top + HEIGHT // 2
    canvas.panel(x, top, WIDTH, HEIGHT, PANEL, 16)
    _side(canvas, x + 80, y, now, ghost.source, ghost.seat, ghost.dies, letters)
    canvas.centre(marks.sign("burst", 64, BAD), x + WIDTH / 2, y)
    canvas.centre(marks.sign("burst", 30, FRESH), x + WIDTH / 2, y)
    _side(canvas, x + WIDTH // 2 + 130, y, now, ghost.target, ghost.victim, ghost.kills, letters)


def _side(canvas: Canvas, x: int, y: int, now: ViewReader, hex: str, seat: str, dies: bool, letters: bool) -> None:
    """Draw a token with its hex, attack and defence, and whether it dies."""
    on = now.board
    token = marks.initialled if letters else marks.token
    canvas.centre(token(now.players[seat].colour, TOKEN, False, dies), x, y)
    if dies:
        canvas.centre(marks.sign("cross", TOKEN - 16, BAD, INK), x, y)
    x += LABEL + 24
    index = on.index[hex]
    at = x + canvas.text(x, y - 22, hex, 34, TEXT, bold=True) + 16
    canvas.text(at, y - 22, f"{on.attack[index]}/{on.defence[index]}", 34, DIM, bold=True)
    canvas.text(x, y + 26, "dies" if dies else "survives", 32, BAD if dies else GOOD, bold=True)
