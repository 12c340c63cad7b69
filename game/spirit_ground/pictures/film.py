"""A game as an animated picture: one frame per turn with a caption below, and the score sheet at the end.

It is made in reels, one per round. Each takes some tenths of a second, and they can be made in any order.
"""

from __future__ import annotations

from collections.abc import Iterable

from drawing.film import STRIP, Frame, captioned, centred, joined, reel_of, small
from drawing.people import short_names
from drawing.picture import Picture
from game.core.history import History
from game.core.protocol import View
from game.core.replay import steps
from game.core.text.names import plain_names
from game.core.words import Names
from game.spirit_ground.boards.changes import NOTHING, changes
from game.spirit_ground.boards.news import stands, told
from game.spirit_ground.pictures import alt, palette, score
from game.spirit_ground.pictures.board import paint
from game.spirit_ground.rules.reader import ViewReader

STEP, END = 1400, 10_000
"""Milliseconds that a step, and the score sheet, are shown."""


def reel(history: History, names: Names, turn: int, letters: bool = False) -> bytes:
    """Return one round of the game as a reel of the film. With `letters`, tiles also show the initial of their tribe.

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
    players = " and ".join(plain_names(names, now.players).values())
    alone = f"A game of Spirit Ground between {players}, played again. {alt.score(now, now.standing(), names)}"
    return joined(reels, alone)


def _frame(now: ViewReader, before: ViewReader | None, names: Names, letters: bool) -> Frame:
    """Return the board with what happened as the caption below."""
    who = short_names(now.players, names)
    new = changes(now, before or now)
    board = paint(now, names, new, letters=letters)
    canvas = captioned(board, " ".join(told(now, who, new)) or stands(now, who))
    return Frame(small(canvas, palette.table()), STEP)


def _sheet(now: ViewReader, names: Names) -> Frame:
    """Return the score sheet centred in a frame."""
    height = paint(now, names, NOTHING).height + STRIP
    sheet = score.paint(now, names)
    return Frame(small(centred(sheet, height), palette.table()), END)
