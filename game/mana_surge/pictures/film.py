"""A game as an animated picture: one frame per step with a caption below, and the score sheet at the end.

It is made in reels, one per round. Each takes some tenths of a second, and they can be made in any order.
"""

from __future__ import annotations

from collections.abc import Iterable

from drawing.film import STRIP, Frame, captioned, centred, joined, reel_of, small
from drawing.people import short_names
from drawing.picture import Picture
from game.core.english import listed
from game.core.history import History
from game.core.protocol import View
from game.core.replay import steps
from game.core.text.names import plain_names
from game.core.words import Names
from game.mana_surge.boards.changes import Changes, changes
from game.mana_surge.boards.news import stands, told
from game.mana_surge.pictures import alt, palette, score
from game.mana_surge.pictures.board import paint
from game.mana_surge.rules.reader import ViewReader

STEP, HOLD, END = 700, 1400, 10_000
"""Milliseconds that a frame is shown: a step, the first step of a player's turn, and the score sheet."""


def reel(history: History, names: Names, turn: int, letters: bool = False) -> bytes:
    """Return one round of the game as a reel of the film. With `letters`, tokens also show the initial of their colour.

    Raises MoveError, and ValueError for a round that was not played.
    """
    views = [ViewReader(step.view) for step in steps(history)]
    turns = [max(1, view.turn) for view in views]  # the set-up belongs to the first round

    def frame(at: int) -> Frame:
        return _frame(views[at], views[at - 1] if at else None, names, letters)

    return reel_of(turns, turn, frame, lambda _: _sheet(views[-1], names, letters))


def film(reels: Iterable[bytes], view: View, names: Names) -> Picture:
    """Join the reels of all rounds, in order, into an animated GIF that loops forever.

    `view` is the last position; the description is made from it.
    """
    now = ViewReader(view)
    players = listed(plain_names(names, now.players).values())
    alone = f"A game of Mana Surge between {players}, played again. {alt.score(now, now.standing(), names)}"
    return joined(reels, alone)


def _frame(now: ViewReader, before: ViewReader | None, names: Names, letters: bool) -> Frame:
    """Return the board with what happened as the caption below."""
    who = short_names(now.players, names)
    new = changes(now, before or now)
    board = paint(now, names, new, letters=letters)
    canvas = captioned(board, " ".join(told(now, who, new)) or stands(now, who))
    same = before is not None and before.active == now.active
    return Frame(small(canvas, palette.table()), STEP if same else HOLD)


def _sheet(now: ViewReader, names: Names, letters: bool) -> Frame:
    """Return the score sheet centred in a frame."""
    height = paint(now, names, Changes()).height + STRIP
    sheet = score.paint(now, names, letters)
    return Frame(small(centred(sheet, height), palette.table()), END)
