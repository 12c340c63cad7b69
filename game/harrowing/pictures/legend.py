"""The legend: what the signs of the board mean. It is the same for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, DIM, PANEL, TEXT, mix
from drawing.lettering import wrap
from drawing.picture import Picture, finish
from game.harrowing.pictures import field, marks, palette, tile
from game.harrowing.pictures.colours import GROUND, KINDS
from game.harrowing.pictures.tile import Look
from game.harrowing.rules.content import face
from game.harrowing.rules.content import tile as tile_of
from game.harrowing.rules.reader import Lying

WIDTH, SIZE, LINE, ROW, CELL = 1000, 28, 36, 176, 170
WIDE, TALL = 150, 150 * 2 / 3**0.5

MARKS: Mapping[str, str] = {
    "runes": "Runes A, B and C; a wild tile has all three",
    "kinds": "The edge: cantrip grey, ritual bronze, sorcery gold with a star, aura violet with a spark",
    "slots": "Slots: a cube lies in the first; a golden burst gives its cube back at the end of the turn",
    "pillars": "Towers: whose pillars stand there, and how many; each player has a form of its own",
    "locked": "A lock: without this tile the field would fall apart, so it can be neither moved nor claimed",
    "claimable": "Golden clasps: whoever's turn it is could claim this tile",
    "fresh": "A white edge: new or changed since the last picture",
    "spot": "A free hex: its number in the menu, and its place: steps to the right of the core, then down to the right",
    "player": "A player's pool, fortress, and pillars that are left",
    "rituals": "A ritual with every slot filled counts, and is green",
    "count": "Claimed tiles that show a rune: two are a warning, three win",
    "dice": "Dice: a hit, a clash, a blank",
    "invocations": "Invocations of this turn: used ones dark, those left golden",
    "stock": "Tiles in the stack, and cubes in the supply",
}


def legend(letters: bool = False) -> Picture:
    """Draw all signs with their meanings."""
    names = list(MARKS)
    half = (len(names) + 1) // 2
    canvas = Canvas(WIDTH, 20 + half * ROW)
    for i, name in enumerate(names):
        x, y = WIDTH // 2 * (i // half), 10 + ROW * (i % half) + ROW // 2
        _DRAW[name](canvas, x + CELL / 2 + 4, y, letters)
        lines = wrap(MARKS[name], WIDTH // 2 - CELL - 22, SIZE)
        for at, line in enumerate(lines):
            canvas.text(x + CELL + 10, y + (at - (len(lines) - 1) / 2) * LINE, line, SIZE, TEXT)
    return finish(canvas.image, palette.table(), described(), "legend")


def described() -> str:
    """Return the legend in words."""
    return f"Signs: {'; '.join(MARKS.values())}."


def _tile(id: str, power: str, pillars: Mapping[str, int], look: Look) -> Callable[[Canvas, float, float, bool], None]:
    lying = Lying(tile_of(id), face(id), "0,0", 1, pillars, power)
    return lambda canvas, x, y, letters: tile.draw(canvas, x, y, WIDE, TALL, lying, look, letters)


def _runes(canvas: Canvas, x: float, y: float, _letters: bool) -> None:
    tile.runes(canvas, x, y, "ABC", 50)


def _kinds(canvas: Canvas, x: float, y: float, _letters: bool) -> None:
    for i, kind in enumerate(("cantrip", "ritual", "sorcery", "aura")):
        at = x - 40 + 80 * (i % 2), y - 42 + 84 * (i // 2)
        fill = mix(GROUND, KINDS[kind], 0.05)
        canvas.centre(marks.hexagon(72, 83, fill, mix(fill, KINDS[kind], 0.8), 5), *at)
        if kind in ("sorcery", "aura"):
            canvas.centre(marks.sign(kind, 34), *at)


def _spot(canvas: Canvas, x: float, y: float, _letters: bool) -> None:
    canvas.centre(marks.hexagon(130, 150, None, DIM, 3), x, y)
    field.numeral_and_place(canvas, x, y, 130, 3, "1,-1", TEXT)


def _player(canvas: Canvas, x: float, y: float, _letters: bool) -> None:
    for i, sign in enumerate((marks.sign("pool", 44), marks.sign("fort", 44), marks.pillar("P1", 44))):
        canvas.centre(sign, x - 36, y - 54 + 54 * i)
        canvas.text(x + 4, y - 54 + 54 * i, str((3, 2, 5)[i]), 38, TEXT, bold=True)


def _pillars(canvas: Canvas, x: float, y: float, letters: bool) -> None:
    for i, seat in enumerate(marks.PILLAR):
        tile.towers(canvas, x - 34 + 68 * (i % 2), y - 36 + 72 * (i // 2), 62, seat, i + 1, letters)


def _rituals(canvas: Canvas, x: float, y: float, _letters: bool) -> None:
    from drawing.colours import GOOD

    canvas.panel(round(x) - 64, round(y) - 44, 128, 88, PANEL, 12, GOOD, 3)
    canvas.text(x, y - 20, "Might", 28, GOOD, side="middle")
    marks.slots(canvas, x, y + 20, "..", "11", 34)


def _count(canvas: Canvas, x: float, y: float, _letters: bool) -> None:
    canvas.panel(round(x) - 40, round(y) - 48, 80, 96, mix(PANEL, BAD, 0.35), 12, BAD, 3)
    canvas.centre(marks.rune("B", 44), x, y - 18)
    canvas.text(x, y + 26, "2/3", 30, TEXT, bold=True, side="middle")


def _dice(canvas: Canvas, x: float, y: float, _letters: bool) -> None:
    for i, name in enumerate(("hit", "clash", "blank")):
        canvas.centre(marks.die(name, 50), x - 54 + 54 * i, y)


def _dots(canvas: Canvas, x: float, y: float, _letters: bool) -> None:
    for i in range(3):
        size = 20 if not i else 28
        canvas.panel(
            round(x - 40 + 40 * i - size / 2), round(y - size / 2), size, size, ACCENT if i else PANEL, size // 2
        )


def _stock(canvas: Canvas, x: float, y: float, _letters: bool) -> None:
    canvas.centre(marks.sign("stack", 54), x - 36, y)
    canvas.centre(marks.sign("cube", 54), x + 36, y)


_DRAW: Mapping[str, Callable[[Canvas, float, float, bool], None]] = {
    "runes": _runes,
    "kinds": _kinds,
    "slots": lambda canvas, x, y, _letters: marks.slots(canvas, x, y, "*..", "100", 50),
    "pillars": _pillars,
    "locked": _tile("1c", "0", {"P2": 1}, Look(locked=True)),
    "claimable": _tile("2a", "", {"P1": 2}, Look(claimable=True)),
    "fresh": _tile("3e", "0", {"P3": 1}, Look(fresh=True)),
    "spot": _spot,
    "player": _player,
    "rituals": _rituals,
    "count": _count,
    "dice": _dice,
    "invocations": _dots,
    "stock": _stock,
}
