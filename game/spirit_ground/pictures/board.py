"""The picture of the board with the whole game, and that of the ground alone with what a choice would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import DIM, PANEL, TEXT, mix
from drawing.lettering import fit, shrunk
from drawing.picture import Picture, finish
from game.core.english import many
from game.core.protocol import View
from game.core.words import Names
from game.spirit_ground.boards.changes import Changes, changes
from game.spirit_ground.pictures import alt, field, head, palette, players, stream, tiles
from game.spirit_ground.pictures.field import Fate, Marked
from game.spirit_ground.rules.content import Tile
from game.spirit_ground.rules.ground import DIRECTIONS
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.rules.seats import SEAT_NAMES
from game.spirit_ground.words.terms import FACING

GAP, LEFT = 8, 8
LIGHT = mix(PANEL, TEXT, 0.85)
COLUMN = LEFT + field.WIDTH + GAP


def board(view: View, names: Names, previous: View | None = None, letters: bool = False) -> Picture:
    """Draw the board of a view (notation, "Position"); `names` are by seat.

    What is new since the view `previous` is marked; without it, the newest tile. With `letters`, tiles also show the
    initial of their tribe.
    """
    now = ViewReader(view)
    new = changes(now, ViewReader(previous) if previous is not None else None)
    return finish(paint(now, names, new, letters=letters), palette.table(), alt.board(now, names, new), "board")


def paint(now: ViewReader, names: Names, new: Changes, *, letters: bool = False) -> Image.Image:
    """Draw the board, as an image without description."""
    top = head.HEIGHT
    canvas = Canvas(head.WIDTH, top + field.WIDTH + GAP + players.HEIGHT)
    head.draw(canvas, now)
    field.draw(canvas, LEFT, top, now, Marked(new.fresh, new.fell), letters)
    stream.draw(canvas, COLUMN, top, now)
    players.draw(canvas, LEFT, top + field.WIDTH + GAP, now, names, letters)
    return canvas.image


def preview(
    view: View,
    told: str = "",
    fates: Sequence[Fate] = (),
    ways: Sequence[str] = (),
    helps: Mapping[str, str] | None = None,
    turned: Sequence[str] = (),
    beside: bool = True,
    letters: bool = False,
) -> Picture:
    """Draw the ground of `view`, which a plan would lead to.

    `told` says in sentences what would happen, for the alternative text. `fates` are those that would be surrounded,
    `ways` squares to choose from. `helps` gives, by square, the directions of the new tile that would help it. `turned`
    are the directions in which the new tile is shown beside the ground; if there are none, the pairs are drawn there,
    unless `beside` is false: after a plan, what will be drawn is not known. With nothing beside it, the picture is the
    ground alone.
    """
    now = ViewReader(view)
    canvas = Canvas(head.WIDTH if turned or beside else field.WIDTH + 2 * LEFT, field.WIDTH + 2 * GAP)
    falls = tuple(fate.square for fate in fates if fate.falls)
    field.draw(canvas, LEFT, GAP, now, Marked((), falls, ways, fates, helps or {}), letters)
    if turned and now.newest:
        own = next((fate.strength for fate in fates if fate.square == now.newest), now.tiles[now.newest].strength)
        _tops(canvas, now, turned, own)
    elif beside:
        stream.draw(canvas, COLUMN, GAP, now)
    return finish(canvas.image, palette.table(), alt.preview(ways, told), "preview")


def _tops(canvas: Canvas, now: ViewReader, turned: Sequence[str], strength: int) -> None:
    """Draw the new tile in each direction that it may face, one below the other."""
    assert now.newest is not None
    lying = now.tiles[now.newest]
    for i, top in enumerate(turned):
        y = GAP + 24 + i * 184
        canvas.text(COLUMN + stream.WIDTH / 2, y, FACING[top].capitalize(), 30, DIM, bold=True, side="middle")
        shown = lying._replace(top=top, alive=True, strength=strength)
        tiles.draw(canvas, COLUMN + stream.WIDTH / 2, y + 92, now.newest, shown, False)


def pairs(view: View, ways: Sequence[str] = (), letters: bool = False) -> Picture:
    """Draw the pairs that can be chosen, each tile with what is printed on it, and the ground below them."""
    now = ViewReader(view)
    shown = [now.pair] if now.pair else list(now.stream)
    canvas = Canvas(head.WIDTH, GAP + len(shown) * 148 + field.WIDTH + 2 * GAP)
    for i, pair in enumerate(shown):
        for at, (seat, tile) in enumerate(zip(SEAT_NAMES, pair, strict=True)):
            _card(canvas, LEFT + at * 496, GAP + i * 148, tile, seat)
    field.draw(canvas, LEFT, 2 * GAP + len(shown) * 148, now, field.PLAIN, letters)
    stream.draw(canvas, COLUMN, 2 * GAP + len(shown) * 148, now, ways)
    return finish(canvas.image, palette.table(), alt.pairs(now), "pairs")


def _card(canvas: Canvas, x: int, y: int, tile: Tile, seat: str) -> None:
    canvas.panel(x, y, 488, 140, PANEL, 16)
    tiles.printed(canvas, x + 72, y + 70, 124, tile, seat)
    canvas.text(x + 146, y + 36, fit(tile.name, 332, 36, True), 36, TEXT, bold=True)
    canvas.text(x + 146, y + 76, f"{many(tile.claws, 'claw')}, {many(tile.gems, 'gem')}", 32, LIGHT)
    arrows = " ".join(DIRECTIONS[arrow] for arrow in sorted(tile.arrows))
    parts = [f"arrows {arrows}" if " " in arrows else f"arrow {arrows}" if arrows else "no arrow"]
    told, size = shrunk(", ".join([*parts, tile.special] if tile.special else parts), 332, (32, 30, 28))
    canvas.text(x + 146, y + 114, told, size, LIGHT)
