"""The ground: squares, crystals, relics with their costs, tiles, and who is about to be surrounded."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, DIM, EDGE, FRESH, INK, NIGHT, TEXT, mix
from drawing.lettering import width
from drawing.shapes import panel
from game.spirit_ground.pictures import marks, tiles
from game.spirit_ground.pictures.colours import BARE, RELIC, SHRINE
from game.spirit_ground.rules.ground import INDEX, NAMES, SIDE
from game.spirit_ground.rules.reader import ViewReader

CELL = 150
WIDTH = SIDE * CELL
_BESIDE_NAME = 91
"""The pixels of a square to the right of its name."""


class Fate(NamedTuple):
    """What would happen to the surrounded tile on a square: its strength, that of the enemies, and whether it falls."""

    square: str
    strength: int
    enemies: int
    falls: bool


class Marked(NamedTuple):
    """What is shown besides the position: new tiles, tiles that have just fallen, squares to choose from, the fates of
    surrounded tiles, and by square the directions in which a new tile's arrows would help there."""

    fresh: Collection[str] = ()
    fell: Collection[str] = ()
    ways: Collection[str] = ()
    fates: Sequence[Fate] = ()
    helps: Mapping[str, str] = {}


PLAIN = Marked()


def middle(square: str) -> tuple[int, int]:
    """Return the centre of a square in pixels, from the upper left corner of the ground."""
    row, column = divmod(INDEX[square], SIDE)
    return column * CELL + CELL // 2, row * CELL + CELL // 2


def draw(canvas: Canvas, left: int, top: int, now: ViewReader, marked: Marked, letters: bool) -> None:
    """Draw the ground with its upper left corner here."""
    for square in NAMES:
        x, y = _at(left, top, square)
        lying = now.tiles.get(square)
        canvas.centre(_square(square, square in now.relics), x, y)
        if lying is not None:
            tiles.draw(canvas, x, y, square, lying, letters)
            if square in marked.fell:
                canvas.centre(marks.frame(lying.seat, tiles.SIZE + 8, BAD, 7), x, y)
            elif square in marked.fresh or square == now.newest:
                tiles.framed(canvas, x, y, lying.seat)
        elif square in now.relics:
            _relic(canvas, x, y, now.cost(square))
        elif square in now.ground:
            there = now.ground[square]
            kinds = ["energy"] * there.energy + ["spirit"] * there.spirit
            if len(kinds) <= 2:
                for i, kind in enumerate(kinds):
                    canvas.centre(marks.sign(kind, 36), x, y + 3 + 36 * (i - (len(kinds) - 1) / 2))
            else:
                tiles.amounts(
                    canvas, x, y + 4, [each for each in (("energy", there.energy), ("spirit", there.spirit)) if each[1]]
                )
        if square in marked.ways:
            canvas.put(_edge(), x - CELL / 2, y - CELL / 2)
    if not marked.fates and not now.over:
        for square, side in now.pressed.items():
            _odds(canvas, left, top, now, square, side)
    for square, tops in marked.helps.items():
        _helped(canvas, left, top, square, tops)
    for fate in marked.fates:
        _fate(canvas, *_at(left, top, fate.square), fate)


def _at(left: int, top: int, square: str) -> tuple[int, int]:
    x, y = middle(square)
    return left + x, top + y


@lru_cache(64)
def _square(name: str, shrine: bool) -> Image.Image:
    """Return an empty square with its name."""
    canvas = Canvas(CELL, CELL, NIGHT)
    ground = SHRINE if shrine else BARE
    canvas.panel(3, 3, CELL - 6, CELL - 6, ground, 14, mix(ground, RELIC if shrine else EDGE, 0.7), 3)
    canvas.text(14, 26, name, 28, mix(ground, TEXT, 0.72))
    return canvas.image


@lru_cache(4)
def _edge() -> Image.Image:
    """Return the frame of a square to choose."""

    return panel(CELL, CELL, 16, None, ACCENT, 6)


def draw_shrine(canvas: Canvas, x: float, y: float, name: str, cost: int) -> None:
    """Draw a shrine with its relic, centred here."""
    canvas.centre(_square(name, True), x, y)
    _relic(canvas, x, y, cost)


def _relic(canvas: Canvas, x: float, y: float, cost: int) -> None:
    """Draw the urn above its cost: the number, a dot for each crystal of any kind, and a drop for the one that must be
    a spirit."""
    canvas.centre(marks.sign("relic", 62), x, y - 6)
    wide = width(str(cost), 32, True) + 8 + 17 * (cost - 1) + 24
    at = x - wide / 2
    at += canvas.text(at, y + 48, str(cost), 32, RELIC, bold=True) + 8
    for _ in range(cost - 1):
        canvas.panel(round(at), round(y + 42), 13, 13, mix(RELIC, TEXT, 0.3), 6)
        at += 17
    canvas.centre(marks.sign("spirit", 26), at + 12, y + 47)


def _odds(canvas: Canvas, left: int, top: int, now: ViewReader, square: str, side: str) -> None:
    """Draw, at the edge of the square that would close a tile in, its strength against that of the enemies beside
    it."""
    own, enemies = now.tiles[square].strength, now.against(square)
    text = f"{own}:{enemies}"
    wide = width(text, 28, True) + 14
    (ax, ay), (bx, by) = _at(left, top, square), _at(left, top, side)
    dx, dy = (bx - ax) // CELL, (by - ay) // CELL
    x = bx - dx * (CELL / 2 - 4 - wide / 2) + (28 if dy > 0 else 0)  # the square's name is at the top left
    y = by - dy * (CELL / 2 - 22)
    tint = BAD if enemies > own else DIM
    canvas.panel(round(x - wide / 2), round(y - 17), round(wide), 34, INK, 10, tint, 3)
    canvas.text(x, y, text, 28, tint if enemies > own else TEXT, bold=True, side="middle")


def _fate(canvas: Canvas, x: float, y: float, fate: Fate) -> None:
    """Draw, across a tile that would be surrounded, its strength against its enemies', and a cross if it falls."""
    text = f"{fate.strength}:{fate.enemies}"
    wide = width(text, 36, True) + (66 if fate.falls else 24)
    tint = BAD if fate.falls else FRESH
    canvas.panel(round(x - wide / 2), round(y - 26), wide, 52, INK, 14, tint, 4)
    canvas.text(x - wide / 2 + 12, y, text, 36, tint, bold=True)
    if fate.falls:
        canvas.centre(marks.sign("cross", 32, BAD), x + wide / 2 - 28, y)


def _helped(canvas: Canvas, left: int, top: int, square: str, tops: str) -> None:
    """Draw, in the upper right corner of a square, the directions of the new tile that would help it. There is little
    room beside the square's name, so three are drawn narrower than two."""
    x, y = _at(left, top, square)
    step = min(34, _BESIDE_NAME // len(tops))
    for i, each in enumerate(reversed(tops)):
        at = x + CELL / 2 - 7 - step / 2 - step * i
        canvas.panel(round(at - step / 2 + 1), round(y - CELL / 2 + 8), step - 2, 34, INK, 9, ACCENT, 2)
        canvas.text(at, y - CELL / 2 + 25, each.upper(), step - 6, ACCENT, bold=True, side="middle")
