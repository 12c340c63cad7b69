"""The players, a row each: miners, cards, mana and what comes to it next, and for every gem the queue and the
battery."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, DIM, EDGE, FRESH, GOLD, INK, NIGHT, PANEL, RAISED, SEATS, TEXT, mix
from drawing.lettering import fit, width
from drawing.people import name_of
from game.adepts.pictures import marks
from game.adepts.pictures.battery import battery
from game.adepts.pictures.changes import Changes
from game.adepts.pictures.gems import counted, gem, initial
from game.adepts.pictures.words import Names, asked
from game.adepts.rules.forecast import paid
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.reader import ViewReader

ROW = 132
GAP = 8
WIDTH = 984
CELLS = 344
"""The distance from the left of a row to its first gem."""
CELL = 79
GEM = 64
RIGHT = CELLS - 12
"""The x at which the mana ends."""


HEAD = 40
"""The height above the first row, with the gems that the columns are about, since a cell without gems shows none."""


def height(view: ViewReader) -> int:
    """The height of all rows, with what is above them."""
    return HEAD + len(view.players) * (ROW + GAP) - GAP


def draw(canvas: Canvas, top: int, view: ViewReader, names: Names, new: Changes, letters: bool) -> None:
    """One row a player, clockwise from P1."""
    for i, name in enumerate(GEM_NAMES):
        canvas.centre(gem(name, 32), GAP + CELLS + (i + 0.5) * CELL, top + HEAD / 2 - 3)
    for i, seat in enumerate(view.players):
        draw_row(canvas, GAP, top + HEAD + i * (ROW + GAP), seat, view, names, new, letters)


def draw_row(
    canvas: Canvas, x: int, y: int, seat: str, view: ViewReader, names: Names, new: Changes, letters: bool
) -> None:
    """The row of one player."""
    player, kind = view.players[seat], view.pending.get(seat)
    canvas.put(_row(seat, kind is not None), x, y)
    more = _pill(canvas, RIGHT, y + 33, new.mana.get(seat, 0))
    room = RIGHT - 78 - (more + 8 if more else 0)
    canvas.text(x + 78, y + 33, fit(name_of(seat, names), room, 30, True), 30, TEXT, bold=True)
    at = x + 78
    for sign, number in ((marks.cube(28, SEATS[seat]), player.miners), (marks.cards(30), player.hand_size)):
        canvas.centre(sign, at + 14, y + 71)
        at += 32 + canvas.text(at + 32, y + 71, str(number), 28, TEXT) + 10
    wide = canvas.text(RIGHT, y + 71, str(player.mana), 40, TEXT, bold=True, side="right")
    canvas.centre(marks.mana(28), RIGHT - wide - 17, y + 71)
    next_left = _next(canvas, RIGHT, y + 108, paid(view, seat))
    if kind is not None:
        canvas.text(x + 78, y + 108, _asked(kind, next_left - 90), 28, ACCENT, bold=True)
    if view.first_player == seat:
        canvas.centre(marks.pawn(36), x + 40, y + 101)
    for i, name in enumerate(GEM_NAMES):
        _gem(canvas, x + CELLS + i * CELL, y, seat, name, view, new, letters)


def _asked(kind: str, room: int) -> str:
    """Return what a player is about to do: "to assign again", or just "assign" where there is no room for that."""
    said = asked(kind)
    return said if width(said, 28, True) <= room else fit(said.split()[1], room, 28, True)


def _next(canvas: Canvas, right: int, y: int, mana: int) -> int:
    """Draw what processing will pay as things stand. Returns the x at which this begins."""
    if not mana:
        return right
    left = right - canvas.text(right, y, f"+{mana}", 32, GOLD, bold=True, side="right") - 16
    canvas.centre(marks.arrow(22, GOLD), left, y)
    return left - 11


def _gem(canvas: Canvas, x: int, y: int, seat: str, name: str, view: ViewReader, new: Changes, letters: bool) -> None:
    """Draw a player's cell for a gem: the adept's crown and what has changed; the gems, with their initial if wanted;
    the battery."""
    player = view.players[seat]
    count, level, more = sum(player.queue[name]), player.battery[name], new.gems.get((seat, name), 0)
    adept, middle = view.adepts[name] == seat, x + CELL / 2
    if adept:
        canvas.panel(x + 1, y + 4, CELL - 2, ROW - 8, (*GOLD, 46), 10, GOLD, 3)
    if count:
        canvas.centre(counted(name, count, 52 if letters else GEM), x + 50 if letters else middle, y + 59)
    if letters:
        canvas.text(x + 14, y + 61, initial(name), 28, TEXT if count else DIM, bold=True, side="middle")
    pill = _pill(canvas, x + CELL - 4, y + 20, more)
    if adept and not (count or letters):
        canvas.centre(marks.crown(40), middle, y + (60 if more else 46))
    elif adept and pill + 33 <= CELL:
        canvas.centre(marks.crown(28), x + 19, y + 22)
    elif adept:  # two figures take all of the upper edge
        canvas.centre(marks.crown(22), x + 17, y + 82)
    canvas.put(battery(name, level, bool(new.batteries.get((seat, name)))), x + 6, y + ROW - 40)


def _pill(canvas: Canvas, right: float, y: float, more: int) -> int:
    """Draw by how much something went up or down, ending at a right edge. Returns the width; 0 if nothing changed."""
    if not more:
        return 0
    text = f"+{more}" if more > 0 else f"−{-more}"
    room = width(text, 28, True) + 8
    canvas.panel(round(right - room), round(y - 15), room, 30, FRESH if more > 0 else INK, 8)
    canvas.text(right - room / 2, y, text, 28, INK if more > 0 else BAD, bold=True, side="middle")
    return room


@lru_cache(16)
def _row(seat: str, asked: bool) -> Image.Image:
    """Draw a row with nothing in it."""
    canvas = Canvas(WIDTH, ROW, NIGHT)
    ground = RAISED if asked else PANEL
    canvas.panel(0, 0, WIDTH, ROW, ground, 16, ACCENT if asked else mix(PANEL, EDGE, 0.5), 4 if asked else 2)
    canvas.put(marks.badge(seat, 52), 14, 14)
    for i in range(1, 8):
        canvas.image.paste(mix(ground, EDGE, 0.5), (CELLS + i * CELL - 1, 12, CELLS + i * CELL + 1, ROW - 12))
    return canvas.image
