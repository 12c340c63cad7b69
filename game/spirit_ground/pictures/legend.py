"""The legend: what the signs of the board mean. It is the same for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from drawing.canvas import Canvas
from drawing.colours import BAD, DIM, INK, TEXT
from drawing.lettering import wrap
from drawing.picture import Picture, finish
from game.spirit_ground.pictures import field, marks, palette, tiles
from game.spirit_ground.rules.content import USUAL, content
from game.spirit_ground.rules.crystals import Crystals
from game.spirit_ground.rules.reader import Lying
from game.spirit_ground.words.terms import SPECIALS

WIDTH, SIZE, LINE, ROW, CELL = 1000, 28, 36, 168, 170

MARKS: Mapping[str, str] = {
    "fen": "A warrior of Fen: its square and gems, its strength, the crystals on it",
    "crag": "A warrior of Crag; the white edge: it was placed last",
    "arrows": "Yellow arrows: a later ally on the square they point at gets one energy",
    "fallen": "A fallen warrior, face down: it fills its square for ever",
    "energy": "Energy: on a warrior it is strength",
    "spirit": "Spirit: pays for relics; on a living warrior it is a point",
    "gem": "A gem: a point if the warrior lives at the end",
    "relic": "A relic on its shrine, and what it costs now: at least one crystal of it a spirit",
    "odds": "At the last open side of a warrior: its strength against that of the enemies beside it",
    "elder": SPECIALS["elder"],
    "convert": SPECIALS["convert"],
}


def legend(letters: bool = False) -> Picture:
    """Draw all signs with their meanings."""
    names = list(MARKS)
    half = (len(names) + 1) // 2
    canvas = Canvas(WIDTH, 20 + half * ROW)
    for i, name in enumerate(names):
        x, y = WIDTH // 2 * (i // half), 10 + ROW * (i % half) + ROW // 2
        _DRAW[name](canvas, x + CELL / 2 - 2, y, letters)
        lines = wrap(MARKS[name], WIDTH // 2 - CELL - 12, SIZE)
        for at, line in enumerate(lines):
            canvas.text(x + CELL, y + (at - (len(lines) - 1) / 2) * LINE, line, SIZE, TEXT)
    return finish(canvas.image, palette.table(), described(), "legend")


def described() -> str:
    """Return the legend in words."""
    return f"Signs: {'; '.join(MARKS.values())}."


def _lying(id: str, top: str, crystals: Crystals, strength: int, alive: bool = True) -> Lying:
    on = content(USUAL)
    tile = on.tiles[on.index[id]]
    return Lying(tile, "P1" if tile.seat == 0 else "P2", top, crystals, alive, strength)


def _newest(canvas: Canvas, x: float, y: float, letters: bool) -> None:
    tiles.draw(canvas, x, y, "c3", _lying("C7", "n", Crystals(1, 0), 4), letters)
    tiles.framed(canvas, x, y, "P2")


def _arrows(canvas: Canvas, x: float, y: float, _letters: bool) -> None:
    tiles.printed(canvas, x, y, 124, _lying("C10", "n", Crystals(), 1).tile, "P2")


def _odds(canvas: Canvas, x: float, y: float, _letters: bool) -> None:
    for at, text, tint in ((-34, "4:3", DIM), (34, "2:5", BAD)):
        canvas.panel(round(x + at - 32), round(y - 17), 64, 34, INK, 10, tint, 3)
        canvas.text(x + at, y, text, 28, TEXT if tint is DIM else BAD, bold=True, side="middle")


def _sign(name: str, size: int) -> Callable[[Canvas, float, float, bool], None]:
    return lambda canvas, x, y, _letters: canvas.centre(marks.sign(name, size), x, y)


def _special(id: str) -> Callable[[Canvas, float, float, bool], None]:
    return lambda canvas, x, y, letters: tiles.draw(canvas, x, y, "b2", _lying(id, "n", Crystals(), 3), letters)


_DRAW: Mapping[str, Callable[[Canvas, float, float, bool], None]] = {
    "fen": lambda canvas, x, y, letters: tiles.draw(canvas, x, y, "b1", _lying("F3", "e", Crystals(2, 1), 3), letters),
    "crag": _newest,
    "arrows": _arrows,
    "fallen": lambda canvas, x, y, letters: tiles.draw(
        canvas, x, y, "d1", _lying("F1", "n", Crystals(), 0, False), letters
    ),
    "energy": _sign("energy", 60),
    "spirit": _sign("spirit", 60),
    "gem": _sign("gem", 56),
    "relic": lambda canvas, x, y, _letters: field.draw_shrine(canvas, x, y, "b4", 3),
    "odds": _odds,
    "elder": _special("F11"),
    "convert": _special("C12"),
}
