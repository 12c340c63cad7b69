"""A game as an animated picture: a frame for each step with a caption below it, and the score sheet at the end.

It is made in reels, one a turn, which take some tenths of a second each and can be made in any order.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from PIL import Image

from drawing.canvas import Canvas
from drawing.film import Frame, captioned, centred, joined, reel_of
from drawing.people import name_of
from drawing.picture import Picture
from game.adepts.pictures import alt, head, palette
from game.adepts.pictures.board import paint
from game.adepts.pictures.changes import changes
from game.adepts.pictures.score import score_sheet, standing
from game.adepts.pictures.words import Names
from game.adepts.rules.reader import ViewReader
from game.adepts.words.wording import tell
from game.core.english import listed
from game.core.history import History
from game.core.protocol import View
from game.core.replay import Step, steps
from game.core.text.names import plain_names

STEP, HOLD, END = 500, 1500, 10_000
"""Milliseconds for which a step is shown, a step with which a phase begins, and the score sheet."""

_MARKED = frozenset(
    {"gained", "rose", "fell", "charged", "drained", "processed", "was_dealt", "researched", "paid", "returned"}
    | {"won_title", "lost_title", "withdrew", "began_turn", "began_phase"}
)
"""Events that the board shows by itself; captions are for the others."""


def reel(history: History, names: Names, turn: int, letters: bool = False) -> bytes:
    """Return one turn of the game as a part of a film; with `letters` gems also bear their initials.

    Raises MoveError, and ValueError for a turn that was not played.
    """
    played = steps(history)
    views = [ViewReader(step.view) for step in played]
    lines = max(len(head.rows(head.chips(view), letters)) for view in views)

    def frame(at: int) -> Frame:
        return _frame(played[at], played[at - 1] if at else None, names, lines, letters)

    def last(before: Frame) -> Frame:
        return _sheet(played[-1].view, names, before.image.height, letters)

    return reel_of([view.turn for view in views], turn, frame, last)


def film(reels: Iterable[bytes], view: View, names: Names) -> Picture:
    """Join the reels of all turns, in their order, to an animated GIF that loops for ever.

    `view` is the last position, for the description.
    """
    seen = ViewReader(view)
    players = listed(plain_names(names, seen.players).values())
    said = f"A game of Adepts between {players}, played again. {alt.score(seen, standing(seen), names)}"
    return joined(reels, said)


def _frame(step: Step, before: Step | None, names: Names, lines: int, letters: bool) -> Frame:
    """Return the board with a caption. It does not show who is being asked: that would double the size of the film."""
    seen = ViewReader(step.view)
    new = changes(seen, ViewReader(before.view) if before else None)
    board = paint(seen.unasked(), names, new, lines=lines, letters=letters)
    canvas = captioned(board, _words(step, names))
    return Frame(_quantized(canvas), STEP if before and before.place == step.place else HOLD)


def _sheet(view: View, names: Names, height: int, letters: bool) -> Frame:
    """The score sheet on a frame of this height."""
    with Image.open(BytesIO(score_sheet(view, names, letters).data)) as sheet:
        return Frame(_quantized(centred(sheet.convert("RGB"), height)), END)


def _words(step: Step, names: Names) -> str:
    """Return the caption: what players chose; that nothing was or could be cast, only if there is nothing else to
    say."""
    shown = {seat: name_of(seat, names) for seat in ViewReader(step.view).players}
    told = [event for event in step.events if event.kind not in _MARKED]
    told = [event for event in told if event.kind not in ("passed", "unable")] or told or list(step.events)
    return " ".join(tell(event, shown) for event in told)


def _quantized(canvas: Canvas) -> Image.Image:
    return canvas.image.quantize(palette=palette.table(), dither=Image.Dither.NONE)
