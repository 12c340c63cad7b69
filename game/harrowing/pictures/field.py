"""The field: all tiles where they lie, scaled and cropped to fit; also the empty hexes to choose from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, TEXT, Colour, mix
from drawing.lettering import SMALLEST, width
from game.harrowing.pictures import marks, tile
from game.harrowing.pictures.colours import EMPTY
from game.harrowing.pictures.lay import Lay
from game.harrowing.pictures.tile import Look
from game.harrowing.rules import hexes
from game.harrowing.rules.reader import ViewReader


class Marked(NamedTuple):
    """What is shown besides the position: new tiles, tiles to choose from, empty hexes to choose from, the chosen one
    of these, the battleground, and the tiles that the active player could claim."""

    fresh: Collection[str] = ()
    chosen: Collection[str] = ()
    spots: Sequence[str] = ()
    taken: str = ""
    battle: str = ""
    claimable: Collection[str] = ()


PLAIN = Marked()


def lay(now: ViewReader, marked: Marked = PLAIN) -> Lay:
    """Return the layout of the field."""
    return Lay(axial(hex) for hex in (*now.at, *marked.spots))


def draw(canvas: Canvas, top: int, now: ViewReader, marked: Marked = PLAIN, letters: bool = False) -> int:
    """Draw the field with its upper edge here; return its height."""
    on = lay(now, marked)
    for number, spot in enumerate(marked.spots, 1):
        x, y = on.middle(axial(spot))
        _spot(canvas, x, y + top, on, number, spot, spot == marked.taken)
    for id, lying in sorted(now.field.items(), key=lambda row: row[0] in marked.chosen):
        x, y = on.middle(lying.axial)
        look = Look(
            id in now.locked, id in marked.claimable, id in marked.fresh, id in marked.chosen, id == now.claiming
        )
        tile.draw(canvas, x, y + top, on.wide, on.tall, lying, look, letters)
        if id == marked.battle:
            canvas.centre(marks.hexagon(on.wide, on.tall, None, BAD, max(8, on.wide * 0.06)), x, y + top)
    return on.height


def _spot(canvas: Canvas, x: float, y: float, on: Lay, number: int, name: str, taken: bool) -> None:
    """Draw an empty hex with its number in the menus and its coordinates."""
    canvas.centre(_empty(on.wide, on.tall, taken), x, y)
    numeral_and_place(canvas, x, y, on.wide, number, name, ACCENT if taken else mix(EMPTY, TEXT, 0.85))


def numeral_and_place(canvas: Canvas, x: float, y: float, wide: int, number: int, name: str, colour: Colour) -> None:
    """Write number and coordinates on an empty hex of this width."""
    canvas.text(x, y - wide * 0.12, str(number), min(56, round(wide * 0.36)), colour, bold=True, side="middle")
    size = min(32, max(SMALLEST, round(wide * 0.2)))
    while size > SMALLEST and width(name, size) > wide - 24:
        size -= 2
    canvas.text(x, y + wide * 0.22, name, size, mix(colour, EMPTY, 0.35), side="middle")


@lru_cache(16)
def _empty(wide: int, tall: float, taken: bool) -> Image.Image:
    return marks.hexagon(wide, tall, None, ACCENT if taken else EMPTY, 6 if taken else 3)


def axial(name: str) -> tuple[int, int]:
    """Return q and r of a hex by its name."""
    found = hexes.read(name)
    assert found is not None, name
    return hexes.axial(found)
