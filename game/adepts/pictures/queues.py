"""The queues: three stages a player, from the mine on the left to the mana on the right."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, DIM, EDGE, INK, NIGHT, PANEL, SLOT, TEXT, mix
from drawing.lettering import fit
from drawing.people import name_of
from drawing.picture import Picture, finish
from game.adepts.pictures import alt, marks, palette
from game.adepts.pictures.gems import counted, hollow, initial
from game.adepts.pictures.words import Names
from game.adepts.rules.forecast import is_done, left_over, paid
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.reader import ViewReader
from game.core.protocol import View

HEAD = 72
BLOCK = 226
GAP = 10
STAGE = (312, 144)
STAGES_TOP = 68
NEXT = 2
"""The stage whose gems are processed next."""
GEM = 61
LETTER = 28
"""The extra height of a row of gems for the letters below it."""


def queues(view: View, names: Names, letters: bool = False) -> Picture:
    """Draw everybody's queue, with the gems that are processed next marked, and what they pay; or what all of them pay
    once they are left over. With `letters` gems also bear their initials."""
    seen = ViewReader(view)
    canvas = Canvas(1000, HEAD + len(seen.players) * (_block(letters).height + GAP))
    canvas.text(20, HEAD / 2, "Queues", 38, TEXT, bold=True)
    when = "at the end" if seen.over else f"turn {seen.turn}, phase {seen.phase}"
    canvas.text(980, HEAD / 2, when, 28, DIM, side="right")
    for i, seat in enumerate(seen.players):
        _queue(canvas, 8, HEAD + i * (_block(letters).height + GAP), seat, seen, names, letters)
    return finish(canvas.image, palette.table(), alt.queues(seen, names), "queues")


def _queue(canvas: Canvas, x: int, y: int, seat: str, view: ViewReader, names: Names, letters: bool) -> None:
    done = is_done(view, seat)
    canvas.put(_block(letters, not done), x, y)
    canvas.put(marks.badge(seat, 48), x + 12, y + 10)
    canvas.text(x + 74, y + 34, fit(name_of(seat, names), 520, 32, True), 32, TEXT, bold=True)
    amount, left = left_over(view, seat) if done else paid(view, seat), x + 964
    left -= canvas.text(left, y + 34, str(amount), 36, TEXT if amount else DIM, bold=True, side="right") + 22
    canvas.centre(marks.mana(32), left, y + 34)
    said, colour = ("left over, half", DIM) if done else ("next", ACCENT if amount else DIM)
    canvas.text(left - 26, y + 34, said, 28, colour, bold=True, side="right")
    for stage in range(3):
        for i, gem in enumerate(GEM_NAMES):
            count = view.players[seat].queue[gem][stage]
            at = x + 12 + stage * (STAGE[0] + 12) + 56 + i % 4 * (GEM + 2) + GEM / 2
            row = y + STAGES_TOP + 8 + i // 4 * (GEM + 4 + (LETTER if letters else 0)) + GEM / 2
            canvas.centre(counted(gem, count, GEM) if count else hollow(gem, 26), at, row)
            if letters:
                canvas.text(at, row + 44, initial(gem), 28, TEXT if count else EDGE, bold=True, side="middle")


@lru_cache(4)
def _block(letters: bool, goes_on: bool = True) -> Image.Image:
    """Draw a queue with nothing in it; the stage that is processed next is marked if it still goes on."""
    more = 2 * LETTER if letters else 0
    wide, high = STAGE[0], STAGE[1] + more
    canvas = Canvas(984, BLOCK + more, NIGHT)
    canvas.panel(0, 0, 984, BLOCK + more, PANEL, 18, mix(PANEL, EDGE, 0.5), 2)
    for stage in range(3):
        left, marked = 12 + stage * (wide + 12), goes_on and stage == NEXT
        canvas.panel(left, STAGES_TOP, wide, high, SLOT, 14, ACCENT if marked else EDGE, 4 if marked else 2)
        middle = STAGES_TOP + high / 2
        if marked:
            canvas.panel(left + 8, round(middle) - 22, 44, 44, ACCENT, 22)
        canvas.text(left + 30, middle, str(stage + 1), 30, INK if marked else DIM, bold=True, side="middle")
        if stage:
            canvas.centre(marks.arrow(26, ACCENT if marked else DIM), left - 6, middle)
    return canvas.image
