"""The players in the order of a round: one row each with token, name, what they are asked, and mana out of ten."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, DIM, EDGE, FRESH, GOLD, INK, NIGHT, PANEL, RAISED, TEXT, mix
from drawing.lettering import fit, width
from drawing.people import name_of
from game.core.english import many
from game.core.words import Names
from game.mana_surge.boards.changes import Changes
from game.mana_surge.boards.facts import ASKS
from game.mana_surge.pictures import marks
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import ENOUGH

ROW, GAP, WIDTH = 96, 8, 984
BADGE = 62
PIP, STEP = 34, 37
PIPS = WIDTH - 96 - ENOUGH * STEP
"""Pixels from the left of a row to its first mana sign."""
BRIEF = {"spawn": "spawn", "move": "move"}
"""What somebody is to do by kind of question, where the row has no room for how it is called elsewhere."""


def height(now: ViewReader) -> int:
    """Return the height of all rows together."""
    return len(now.players) * (ROW + GAP) - GAP


def draw(canvas: Canvas, left: int, top: int, now: ViewReader, names: Names, new: Changes, letters: bool) -> None:
    """Draw one row per player."""
    for i, seat in enumerate(now.clockwise):
        draw_row(canvas, left + GAP, top + i * (ROW + GAP), seat, now, names, new, letters)


def draw_row(
    canvas: Canvas, x: int, y: int, seat: str, now: ViewReader, names: Names, new: Changes, letters: bool
) -> None:
    """Draw the row of one player."""
    player, kind = now.players[seat], now.pending.get(seat)
    won = now.scores is not None and now.scores[seat]["rank"] == 1
    canvas.put(_row(kind is not None, won), x, y)
    badge = marks.initialled if letters else marks.token
    canvas.centre(badge(now.players[seat].colour, BADGE), x + 50, y + ROW / 2)
    more = new.mana.get(seat, 0)
    end = PIPS - (62 if more else 16)
    canvas.text(x + 98, y + 31, fit(name_of(seat, names), end - 98, 32, True), 32, TEXT, bold=True)
    at = x + 98 + canvas.text(x + 98, y + 68, many(player.tokens, "token"), 28, DIM)
    if kind is not None:
        canvas.text(
            at,
            y + 68,
            fit(f" · to {BRIEF.get(kind) or ASKS[kind]}", x + PIPS - 12 - at, 28, True),
            28,
            ACCENT,
            bold=True,
        )
    if won:
        canvas.centre(marks.crown(44), at + 40, y + 66)
    if more:
        _pill(canvas, x + PIPS - 12, y + ROW / 2, f"+{more}")
    canvas.put(_mana(player.mana, player.mana - more), x + PIPS, y + (ROW - PIP) // 2)
    text = str(player.mana)
    canvas.text(x + WIDTH - 22, y + ROW / 2, text, 50, TEXT, bold=True, side="right")


def _pill(canvas: Canvas, right: float, y: float, text: str) -> None:
    room = width(text, 28, True) + 12
    canvas.panel(round(right - room), round(y - 17), room, 34, FRESH, 8)
    canvas.text(right - room / 2, y, text, 28, INK, bold=True, side="middle")


@lru_cache(128)
def _mana(count: int, before: int) -> Image.Image:
    """Return ten mana signs, `count` of them full; those gained since `before` are white."""
    image = Image.new("RGBA", (ENOUGH * STEP, PIP))
    for i in range(ENOUGH):
        sprite = marks.sign("pool", PIP, FRESH) if before <= i < count else marks.mana(PIP, i < count)
        image.paste(sprite, (i * STEP, 0), sprite)
    return image


@lru_cache(16)
def _row(asked: bool, won: bool) -> Image.Image:
    """Return the background of a row."""
    canvas = Canvas(WIDTH, ROW, NIGHT)
    edge = ACCENT if asked else GOLD if won else mix(PANEL, EDGE, 0.5)
    canvas.panel(0, 0, WIDTH, ROW, RAISED if asked or won else PANEL, 16, edge, 4 if asked or won else 2)
    return canvas.image
