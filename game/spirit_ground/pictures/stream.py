"""The column beside the ground: this round's pair, those to choose from, and what is left in bag and supply."""

from __future__ import annotations

from collections.abc import Collection

from drawing.canvas import Canvas
from drawing.colours import ACCENT, DIM, PANEL, RAISED
from game.spirit_ground.pictures import tiles
from game.spirit_ground.rules.content import Tile
from game.spirit_ground.rules.crystals import Crystals
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.rules.seats import SEAT_NAMES

WIDTH, TILE, ROW = 226, 104, 118


def draw(canvas: Canvas, left: int, top: int, now: ViewReader, ways: Collection[str] = ()) -> None:
    """Draw the column with its upper left corner here; pairs in `ways` are framed."""
    y = top
    if now.pair and not now.over:
        y = _title(canvas, left, y, "This round")
        lying = {each.tile.id for each in now.tiles.values()}
        y = _pair(canvas, left, y, now.pair, True, lying)
    if now.stream and not now.over:
        y = _title(canvas, left, y, "To come" if now.pair else "Pairs")
        for pair in now.stream:
            y = _pair(canvas, left, y, pair, f"{pair[0].id}+{pair[1].id}" in ways)
    bottom = top + 750
    _stock(canvas, left, bottom - 92, "Bag", now.bag)
    _stock(canvas, left, bottom - 44, "Supply", now.supply)


def _title(canvas: Canvas, left: int, y: int, text: str) -> int:
    canvas.text(left + 8, y + 18, text, 28, DIM, bold=True)
    return y + 38


def _pair(
    canvas: Canvas,
    left: int,
    y: int,
    pair: tuple[Tile, Tile],
    bright: bool,
    lying: Collection[str] = (),
) -> int:
    """Draw a pair, P1's tile at the left, P2's at the right, and return where the next one goes. Of a tile that lies on
    the ground already only the id is shown."""
    canvas.panel(
        left, y, WIDTH, ROW - 4, RAISED if bright else PANEL, 14, ACCENT if bright else None, 3 if bright else 0
    )
    for at, (seat, tile) in enumerate(zip(SEAT_NAMES, pair, strict=True)):
        x = left + WIDTH // 4 + at * WIDTH // 2
        if tile.id not in lying:
            tiles.printed(canvas, x, y + (ROW - 4) / 2, TILE, tile, seat)
        else:
            canvas.text(x, y + (ROW - 4) / 2, tile.id, 28, DIM, side="middle")
    return y + ROW + 2


def _stock(canvas: Canvas, left: int, y: int, name: str, some: Crystals) -> None:
    canvas.text(left + 8, y + 20, name, 28, DIM)
    counts = [("energy", some.energy), ("spirit", some.spirit)]
    tiles.amounts(canvas, left + 166, y + 20, [each for each in counts if each[1]] or [("energy", 0)])
