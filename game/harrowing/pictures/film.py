"""A game as an animated picture: one frame per step with a caption below, and the score sheet at the end.

It is made in reels, one per round. Each takes some tenths of a second, and they can be made in any order. As the field
grows, boards differ in size: each is scaled to fit and centred in frames of one size.
"""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from drawing.canvas import Canvas
from drawing.film import Frame, captioned, joined, reel_of
from drawing.people import short_names
from drawing.picture import Picture
from game.core.english import listed
from game.core.history import History
from game.core.protocol import View
from game.core.replay import steps
from game.core.text.names import plain_names
from game.core.words import Names
from game.harrowing.boards.battles import battle
from game.harrowing.boards.changes import changes
from game.harrowing.boards.news import stands, told
from game.harrowing.pictures import alt, fight, palette, score
from game.harrowing.pictures.board import paint
from game.harrowing.rules.reader import ViewReader

STEP, END = 1400, 10_000
"""Milliseconds that a step, and the score sheet, are shown."""
WIDE, HIGH = 560, 1000
"""The size of a frame, in pixels."""


def reel(history: History, names: Names, turn: int, letters: bool = False) -> bytes:
    """Return one round of the game as a reel of the film. With `letters`, pillars also show the initial of their
    colour.

    Raises MoveError, and ValueError for a round that was not played.
    """
    views = [ViewReader(step.view) for step in steps(history)]

    def frame(at: int) -> Frame:
        return _frame(views[at], views[at - 1] if at else None, names, letters)

    return reel_of([view.turn for view in views], turn, frame, lambda _: _sheet(views[-1], names))


def film(reels: Iterable[bytes], view: View, names: Names) -> Picture:
    """Join the reels of all rounds, in order, into an animated GIF that loops forever.

    `view` is the last position; the description is made from it.
    """
    now = ViewReader(view)
    players = listed(plain_names(names, now.seats).values())
    alone = f"A game of The Harrowing between {players}, played again. {alt.score(now, now.standing(), names)}"
    return joined(reels, alone)


def _frame(now: ViewReader, before: ViewReader | None, names: Names, letters: bool) -> Frame:
    """Return the board with what happened as the caption below."""
    who = short_names(now.seats, names)
    new, fought = changes(now, before), battle(now, before)
    board = paint(now, names, new, fought, letters)
    news = [*([fight.outcome(fought).capitalize() + "."] if fought else []), *told(now, who, new)]
    canvas = captioned(board, " ".join(news) or stands(now, who))
    return Frame(_small(canvas.image), STEP)


def _sheet(now: ViewReader, names: Names) -> Frame:
    """Return the score sheet as a frame."""
    return Frame(_small(score.paint(now, names)), END)


def _small(image: Image.Image) -> Image.Image:
    """Scale an image to fit the frame, and centre it. Larger frames would make a film too large for a message."""
    scale = min(WIDE / image.width, HIGH / image.height)
    small = image.resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.HAMMING)
    canvas = Canvas(WIDE, HIGH)
    canvas.centre(small, WIDE / 2, HIGH / 2)
    return canvas.image.quantize(palette=palette.table(), dither=Image.Dither.NONE)
