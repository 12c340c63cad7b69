"""A game as an animated picture: a frame a step with its words below, the score sheet at the end.

It is made in reels, one a round, which take some tenths of a second each and can be made in any order.
"""

from __future__ import annotations

from collections.abc import Iterable

from drawing.film import STRIP, Frame, captioned, centred, joined, reel_of, small
from drawing.people import name_of, said
from drawing.picture import Picture
from game.core.english import listed
from game.core.history import History
from game.core.protocol import View
from game.core.replay import steps
from game.core.words import Names
from game.mana_surge.boards.changes import Changes, changes
from game.mana_surge.boards.news import stands, told
from game.mana_surge.pictures import alt, palette, score
from game.mana_surge.pictures.board import paint
from game.mana_surge.rules.reader import ViewReader

STEP, HOLD, END = 700, 1400, 10_000
"""Milliseconds that a step is shown, one with which a player's turn begins, and the score sheet."""


def reel(history: History, names: Names, turn: int, letters: bool = False) -> bytes:
    """One round of the game, as a part of a film; with `letters` tokens also bear the initial of their colour.

    Raises MoveError, ValueError for a round that was not played.
    """
    views = [ViewReader(step.view) for step in steps(history)]
    turns = [max(1, view.turn) for view in views]  # the set-up belongs to the first

    def frame(at: int) -> Frame:
        return _frame(views[at], views[at - 1] if at else None, names, letters)

    return reel_of(turns, turn, frame, lambda _: _sheet(views[-1], names, letters))


def film(reels: Iterable[bytes], view: View, names: Names) -> Picture:
    """The reels of all rounds in their order, as an animated GIF that starts again for ever.

    `view` is the last position, for the description.
    """
    now = ViewReader(view)
    players = listed(name_of(seat, names) for seat in now.players)
    alone = f"A game of Mana Surge between {players}, played again. {alt.score(now, score.standing(now), names)}"
    return joined(reels, alone)


def _frame(now: ViewReader, before: ViewReader | None, names: Names, letters: bool) -> Frame:
    """The board with what happened below it."""
    who = said(now.players, names)
    new = changes(now, before or now)
    board = paint(now, names, new, letters=letters)
    canvas = captioned(board, " ".join(told(now, who, new)) or stands(now, who))
    same = before is not None and before.active == now.active
    return Frame(small(canvas, palette.table()), STEP if same else HOLD)


def _sheet(now: ViewReader, names: Names, letters: bool) -> Frame:
    """The score sheet in the middle of a frame."""
    height = paint(now, names, Changes()).height + STRIP
    sheet = score.paint(now, names, letters)
    return Frame(small(centred(sheet, height), palette.table()), END)
