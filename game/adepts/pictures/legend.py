"""What the signs of the board mean: parts of a board as it is drawn, numbered, and what the numbers stand for."""

from __future__ import annotations

from functools import cache

from drawing.canvas import Canvas
from drawing.colours import ACCENT, INK, TEXT
from drawing.lettering import wrap
from drawing.picture import Picture, finish
from game.adepts.pictures import mines, palette, players
from game.adepts.pictures.changes import Changes
from game.adepts.pictures.gems import stone
from game.adepts.rules.gems import BATTERY_MANA, GEM_NAMES, GEM_OF, VALUE
from game.adepts.rules.reader import ViewReader
from game.adepts.scenario import read, set_up
from game.core.decisions import PASS

_POSITION = """
[[scenario]]
title = "legend"
players = 2
turn = 5
phase = "I"
[scenario.sites]
"topaz.0" = "P2x2"
"topaz.1" = "P1x4"
[scenario.P1]
hand = ["1B", "6A", "16A"]
queue = { topaz = [2, 1, 0], ruby = [0, 2, 1], amethyst = [0, 0, 4] }
battery = { ruby = 2, citrine = 1, amethyst = 6 }
mana = 23
adepts = ["topaz"]
[scenario.P2]
hand = ["3B"]
battery = { topaz = 2 }
"""
_MOVES = (("P1", PASS), ("P2", "3B"), ("P2", "ruby"), ("P1", PASS))
"""P2 closes the ruby mine; then P1, who sends nobody inside, is asked to assign."""

MINES = (
    "gems left",
    "inside: digs first",
    "a group, in a white edge when new",
    "a free site; I digs before II and III",
    "closed to all others",
)
PLAYERS = (
    "mana",
    "crown: adept of this gem",
    "gems in the queue",
    "new on the board",
    "orange: to move; pawn: goes first",
    "miners to assign",
    "spells in hand",
    "mana of the next phase V",
    f"battery, 1 to 10: {' '.join(map(str, BATTERY_MANA[1:]))} mana at the end",
)
"""What the numbers stand for, in order; the numbers of the players continue those of the mines."""

LINE, SIZE, MARGIN = 46, 38, 20
"""Figures and capitals of this size are 11 pixels high on a phone that makes the picture 400 wide."""
COLUMNS = (16, 506)
DOT = 52
ROW_BELOW = 106
"""The distance from the heading of the players to their row; there are numbers in between."""


def legend(letters: bool = False) -> Picture:
    """Draw the signs of the board, which are the same for every game. With `letters` gems also bear their initials."""
    view = _view()
    below = _height(PLAYERS)
    row_top = 76 + mines.TILE[1] + 70 + _height(MINES) + 16
    gems_top = row_top + ROW_BELOW + players.ROW + 70 + below + 16
    canvas = Canvas(1000, gems_top + 56 + 2 * 72)
    canvas.text(MARGIN, 38, "The mines", 38, TEXT, bold=True)
    _tiles(canvas, 76, view)
    _list(canvas, 76 + mines.TILE[1] + 70, MINES, 1)
    canvas.text(MARGIN, row_top + 22, "The players", 38, TEXT, bold=True)
    _row(canvas, row_top + ROW_BELOW, view, letters)
    _list(canvas, row_top + ROW_BELOW + players.ROW + 70, PLAYERS, 1 + len(MINES))
    canvas.text(MARGIN, gems_top + 22, "The gems, and the mana for one", 38, TEXT, bold=True)
    for i, name in enumerate(GEM_NAMES):
        x, y = MARGIN + i % 4 * 244, gems_top + 90 + i // 4 * 72
        canvas.centre(stone(name, 56, letters), x + 28, y)
        wide = canvas.text(x + 62, y, name.capitalize(), 32, TEXT)
        canvas.text(x + 70 + wide, y, str(VALUE[GEM_OF[name]]), SIZE, ACCENT, bold=True)
    return finish(canvas.image, palette.table(), described(), "legend")


def described() -> str:
    """The same in words."""
    gems = ", ".join(f"{name} {VALUE[GEM_OF[name]]}" for name in GEM_NAMES)
    return f"On a mine: {'; '.join(MINES)}. In a player's row: {'; '.join(PLAYERS)}. Mana that a gem pays: {gems}."


@cache
def _view() -> ViewReader:
    """A position in which every sign can be seen."""
    game = set_up(read(_POSITION)[0])
    for seat, token in _MOVES:
        game.play(seat, token)
    return ViewReader(game.view(None))


def _tiles(canvas: Canvas, top: int, view: ViewReader) -> None:
    """A mine with groups, and one that is closed; below them the numbers."""
    sample = Canvas(1000, mines.HEIGHT)
    mines.draw(sample, 0, view, Changes(sites=frozenset({("topaz", 1)})), None)
    canvas.put(sample.image.crop((0, 0, 1000, mines.TILE[1])), 0, top)
    site = mines.FIRST + mines.GAP + mines.SITE[0] / 2
    step = mines.SITE[0] + 4
    right = mines.TILE[0] + mines.GAP
    for number, x in enumerate((66, site, site + step, site + 2 * step, right + site + 2 * step), 1):
        _dot(canvas, x, top + mines.TILE[1] + 34, number)


def _row(canvas: Canvas, top: int, view: ViewReader, letters: bool) -> None:
    """A player's row, with numbers above it and below."""
    new = Changes(gems={("P1", "amethyst"): 2})
    players.draw_row(canvas, players.GAP, top, "P1", view, {"P1": "Ada"}, new, letters)
    first = 1 + len(MINES)
    cell = players.GAP + players.CELLS + players.CELL / 2
    above, below = top - 30, top + players.ROW + 34
    places = (
        (players.GAP + 290, above),
        (cell, above),
        (cell + players.CELL, above),
        (cell + 4 * players.CELL + 12, above),
        (players.GAP + 28, below),
        (players.GAP + 92, below),
        (players.GAP + 156, below),
        (players.GAP + 304, below),
        (cell + 4 * players.CELL, below),
    )
    for number, (x, y) in enumerate(places, first):
        _dot(canvas, x, y, number)


def _dot(canvas: Canvas, x: float, y: float, number: int) -> None:
    wide = DOT if number < 10 else DOT + 8
    canvas.panel(round(x) - wide // 2, round(y) - DOT // 2, wide, DOT, ACCENT, DOT // 2)
    canvas.text(x, y, str(number), SIZE, INK, bold=True, side="middle")


def _columns(texts: tuple[str, ...]) -> list[list[tuple[int, tuple[str, ...]]]]:
    """Wrap the texts into lines and put them, with their numbers in the order, into two columns."""
    room = COLUMNS[1] - COLUMNS[0] - DOT - 28
    told = [(i, wrap(text, room, SIZE)) for i, text in enumerate(texts)]
    half = -(-len(told) // 2)
    return [told[:half], told[half:]]


def _height(texts: tuple[str, ...]) -> int:
    return max(sum(len(lines) * LINE + 14 for _, lines in column) for column in _columns(texts))


def _list(canvas: Canvas, top: int, texts: tuple[str, ...], first: int) -> None:
    for x, column in zip(COLUMNS, _columns(texts), strict=True):
        y = top
        for place, lines in column:
            _dot(canvas, x + DOT / 2 + 4, y + LINE / 2, first + place)
            for line in lines:
                canvas.text(x + DOT + 18, y + LINE / 2, line, SIZE, TEXT)
                y += LINE
            y += 14
