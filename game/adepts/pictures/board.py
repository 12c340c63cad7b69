"""The board: the whole game at a glance."""

from __future__ import annotations

from PIL import Image

from drawing.canvas import Canvas
from drawing.picture import Picture, finish
from game.adepts.pictures import alt, head, mines, palette, players
from game.adepts.pictures.changes import Changes, changes
from game.adepts.pictures.words import Names
from game.adepts.rules.reader import ViewReader
from game.core.protocol import View

GAP = 12


def board(
    view: View,
    names: Names,
    previous: View | None = None,
    preview: tuple[str, str] | None = None,
    letters: bool = False,
) -> Picture:
    """Draw the board of a view (notation, "Position"); `names` are by seat.

    What is new since the view `previous` is marked. A `preview` is a seat and the token of a group that it would place
    ("topaz.2x3"), which is drawn as a ghost. With `letters` gems also bear their initials. Raises ValueError for any
    other token.
    """
    seen = ViewReader(view)
    new = changes(seen, ViewReader(previous) if previous else None)
    ghost = mines.read_preview(*preview) if preview else None
    return finish(
        paint(seen, names, new, ghost, letters=letters), palette.table(), alt.board(seen, names, new, ghost), "board"
    )


def preview(view: View, names: Names, seat: str, token: str = "", letters: bool = False) -> Picture:
    """Draw the mines alone, with a group that would be placed, if there is one, as a ghost; the token is as for
    `board`.

    Raises ValueError for any other token.
    """
    ghost = mines.read_preview(seat, token) if token else None
    seen = ViewReader(view)
    force = head.rows(head.chips(seen), letters)
    canvas = Canvas(1000, GAP + mines.HEIGHT + GAP + len(force) * (head.CHIP + head.GAP))
    mines.draw(canvas, GAP, seen, Changes(), ghost)
    head.draw_chips(canvas, GAP + mines.HEIGHT + GAP, force, letters)
    return finish(canvas.image, palette.table(), alt.preview(seen, names, ghost), "preview")


def paint(
    view: ViewReader,
    names: Names,
    new: Changes,
    ghost: mines.Preview | None = None,
    *,
    lines: int = 0,
    letters: bool = False,
) -> Image.Image:
    """Draw the board alone, with room for at least `lines` lines of what is in force."""
    force = head.rows(head.chips(view), letters)
    force_top = head.HEIGHT + mines.HEIGHT + GAP
    track_top = force_top + max(lines, len(force)) * (head.CHIP + head.GAP)
    players_top = track_top + head.TRACK + GAP
    canvas = Canvas(1000, players_top + players.height(view) + GAP)
    head.draw(canvas, view)
    mines.draw(canvas, head.HEIGHT, view, new, ghost)
    head.draw_chips(canvas, force_top, force, letters)
    head.draw_track(canvas, track_top, view)
    players.draw(canvas, players_top, view, names, new, letters)
    return canvas.image
