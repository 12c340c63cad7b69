"""The players: a row each with name, mana, miners, cards, and of every gem what is in the queue and in the battery."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, DIM, EDGE, FRESH, GOLD, INK, NIGHT, PANEL, RAISED, SEATS, TEXT, mix
from drawing.lettering import fit, width
from game.adepts.pictures import marks
from game.adepts.pictures.battery import battery
from game.adepts.pictures.changes import Changes
from game.adepts.pictures.gems import counted, hollow, initial
from game.adepts.pictures.words import Names, View, asked, name_of
from game.adepts.rules.gems import GEM_NAMES

ROW = 120
GAP = 8
WIDTH = 984
CELLS = 344
"""From the left of a row to its first gem."""
CELL = 79


def height(view: View) -> int:
    """Of all rows."""
    return len(view["players"]) * (ROW + GAP) - GAP


def draw(canvas: Canvas, top: int, view: View, names: Names, new: Changes, letters: bool) -> None:
    """One row a player, clockwise from P1."""
    for i, seat in enumerate(view["players"]):
        _player(canvas, GAP, top + i * (ROW + GAP), seat, view, names, new, letters)


def _player(canvas: Canvas, x: int, y: int, seat: str, view: View, names: Names, new: Changes, letters: bool) -> None:
    player, kind = view["players"][seat], view["pending"].get(seat)
    canvas.put(_row(seat, kind is not None), x, y)
    canvas.text(x + 78, y + 30, fit(name_of(seat, names), 254, 30, True), 30, TEXT, bold=True)
    at = x + 78
    for sign, number in ((marks.cube(28, SEATS[seat]), player["miners"]), (marks.cards(30), player["hand_size"])):
        canvas.centre(sign, at + 14, y + 64)
        at += 34 + canvas.text(at + 32, y + 64, str(number), 26, TEXT) + 12
    if kind is not None:
        canvas.text(x + 78, y + 97, fit(asked(kind), 206, 26, True), 26, ACCENT, bold=True)
    if view["first"] == seat:
        canvas.centre(marks.pawn(36), x + 40, y + 91)
    _mana(canvas, x + CELLS - 12, y, player["mana"], new.mana.get(seat, 0))
    for i, gem in enumerate(GEM_NAMES):
        _gem(canvas, x + CELLS + i * CELL, y, seat, gem, view, new, letters)


def _mana(canvas: Canvas, right: int, y: int, mana: int, more: int) -> None:
    wide = canvas.text(right, y + 66, str(mana), 38, TEXT, bold=True, side="right")
    canvas.centre(marks.mana(28), right - wide - 18, y + 66)
    if more:
        _pill(canvas, right - 24, y + 99, more)


def _gem(canvas: Canvas, x: int, y: int, seat: str, gem: str, view: View, new: Changes, letters: bool) -> None:
    """The adept's crown and what has changed; the gems, beside their initial if that is wanted; the battery."""
    player = view["players"][seat]
    count, level, more = sum(player["queue"][gem]), player["battery"][gem], new.gems.get((seat, gem), 0)
    adept, middle = view["adepts"][gem] == seat, x + CELL / 2
    if adept:
        canvas.panel(x + 1, y + 4, CELL - 2, ROW - 8, (*GOLD, 46), 10, GOLD, 3)
    at = x + 28 if letters else middle
    canvas.centre(counted(gem, count, 48) if count else hollow(gem, 38), at, y + 58)
    if letters:
        canvas.text(x + 64, y + 58, initial(gem), 26, TEXT if count else DIM, bold=True, side="middle")
    if adept:
        canvas.centre(marks.crown(30 if more else 34), x + 20 if more else middle, y + 20)
    if more:
        _pill(canvas, x + CELL - 26 if adept else middle, y + 20, more)
    canvas.put(battery(gem, level, bool(new.batteries.get((seat, gem)))), x + 6, y + ROW - 37)


def _pill(canvas: Canvas, x: float, y: float, more: int) -> None:
    """By how much something went up or down."""
    text = f"+{more}" if more > 0 else f"−{-more}"
    room = width(text, 26, True) + 8
    canvas.panel(round(x - room / 2), round(y - 14), room, 28, FRESH if more > 0 else INK, 8)
    canvas.text(x, y, text, 26, INK if more > 0 else BAD, bold=True, side="middle")


@lru_cache(16)
def _row(seat: str, asked: bool) -> Image.Image:
    """A row before anything is in it."""
    canvas = Canvas(WIDTH, ROW, NIGHT)
    ground = RAISED if asked else PANEL
    canvas.panel(0, 0, WIDTH, ROW, ground, 16, ACCENT if asked else mix(PANEL, EDGE, 0.5), 4 if asked else 2)
    canvas.put(marks.badge(seat, 52), 14, 12)
    for i in range(1, 8):
        canvas.image.paste(mix(ground, EDGE, 0.5), (CELLS + i * CELL - 1, 12, CELLS + i * CELL + 1, ROW - 12))
    return canvas.image
