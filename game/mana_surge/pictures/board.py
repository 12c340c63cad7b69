"""The picture of the board with the whole game, and that of the map alone with what a choice would do."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from drawing.canvas import Canvas
from drawing.picture import Picture, finish
from game.core.protocol import View
from game.core.words import Names
from game.mana_surge.boards.changes import Changes, changes
from game.mana_surge.boards.ghosts import read
from game.mana_surge.pictures import alt, field, fight, head, palette, players
from game.mana_surge.pictures.plan import plan
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.tokens import ends

GAP = 12


def board(view: View, names: Names, previous: View | None = None, letters: bool = False) -> Picture:
    """Draw the board of a view (notation, "Position"); `names` are by seat.

    What is new since the view `previous` is marked; without it, the steps of this turn and the one before. With
    `letters`, tokens also show the initial of their colour.
    """
    now = ViewReader(view)
    new = changes(now, ViewReader(previous) if previous is not None else None)
    return finish(paint(now, names, new, letters=letters), palette.table(), alt.board(now, names, new), "board")


def preview(
    view: View,
    names: Names,
    seat: str,
    token: str = "",
    ways: Sequence[str] = (),
    letters: bool = False,
    before: Sequence[str] = (),
) -> Picture:
    """Draw the map alone, with what the seat's answer `token` would do as a ghost, and who would die.

    `before` are earlier answers of the same plan, which `view` includes already: arrows show their moves. `ways` are
    answers to choose from: their hexes are marked. Raises ValueError for an answer that is impossible for this seat or
    names no hex of the board.
    """
    now = ViewReader(view)
    ghost = read(now, seat, token) if token else None
    marked = [found for way in ways if (found := read(now, seat, way))]
    on = plan(now.board)
    fights = ghost is not None and ghost.kind == "attack"
    canvas = Canvas(on.width, on.height + 2 * GAP + (fight.HEIGHT + GAP if fights else 0))
    field.draw(canvas, GAP, now, Changes(), ghost, marked, letters, [two for each in before if (two := ends(each))])
    if ghost and fights:
        fight.draw(canvas, (on.width - head.WIDTH) // 2, on.height + 2 * GAP, now, ghost, letters)
    return finish(canvas.image, palette.table(), alt.preview(now, names, ghost, marked), "preview")


def paint(now: ViewReader, names: Names, new: Changes, *, letters: bool = False) -> Image.Image:
    """Draw the board, as an image without description."""
    on = plan(now.board)
    left = (on.width - head.WIDTH) // 2
    players_top = head.HEIGHT + on.height + GAP
    canvas = Canvas(on.width, players_top + players.height(now) + GAP)
    head.draw(canvas, left, now)
    field.draw(canvas, head.HEIGHT, now, new, None, (), letters)
    head.draw_fierce(canvas, left, now)
    players.draw(canvas, left, players_top, now, names, new, letters)
    return canvas.image
