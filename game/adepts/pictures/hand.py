"""A player's cards: those in hand, those dealt for research, and any others that a choice is about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, DIM, EDGE, FRESH, GOOD, INK, PANEL, TEXT, mix
from drawing.lettering import width
from drawing.picture import Picture, finish
from drawing.shapes import panel
from game.adepts.pictures import alt, marks, palette
from game.adepts.pictures.affordability import Affordability, affordability
from game.adepts.pictures.card_face import HEIGHT, LONG, WIDTH, face, lying
from game.adepts.pictures.gems import stone
from game.adepts.rules.reader import ViewReader
from game.core.protocol import View

ACROSS = 3
GAP = 10
FOOT = 54
HEAD = 64


def hand(view: View, seat: str, letters: bool = False) -> Picture:
    """Draw the cards of a seat, which must be the one that the view belongs to. With `letters` gems also bear their
    initials.

    Raises ValueError if the view does not contain them.
    """
    seen = ViewReader(view)
    player = seen.players.get(seat)
    if player is None or not player.open:
        raise ValueError(f"the view does not hold the hand of {seat}")
    groups = [("Dealt to you: what do you keep?", player.drawn)] if player.drawn else []
    groups.append(("Your hand" if groups else "Spells", player.hand))  # a hand alone has its title in the message
    canvas = Canvas(_width(groups), sum(_height(spells) for _, spells in groups))
    y = 0
    for title, spells in groups:
        y = _group(canvas, y, title, spells, seen, seat, (), letters)
    return finish(canvas.image, palette.paper(), alt.hand(seen, seat), "hand")


def choice(
    view: View, seat: str, title: str, spells: Sequence[str], chosen: Sequence[str] = (), letters: bool = False
) -> Picture:
    """Draw some cards under a title, and whether the seat can pay for each; those that are `chosen` are marked."""
    canvas = Canvas(_width([(title, spells)]), _height(spells))
    seen = ViewReader(view)
    _group(canvas, 0, title, spells, seen, seat, chosen, letters)
    return finish(canvas.image, palette.paper(), alt.choice(seen, seat, title, spells, chosen), "cards")


def _rows(spells: Sequence[str]) -> list[Sequence[str]]:
    """Divide the cards into rows as even as possible, so that only a single card is ever alone in a row."""
    count = -(-len(spells) // ACROSS)
    ends = [-(-len(spells) * row // count) for row in range(count + 1)] if count else []
    return [spells[start:end] for start, end in pairwise(ends)]


def _row_width(row: Sequence[str]) -> int:
    return LONG if len(row) == 1 else len(row) * (WIDTH + GAP) - GAP


def _row_height(row: Sequence[str]) -> int:
    return (lying(row[0]).height if len(row) == 1 else HEIGHT) + FOOT + GAP


def _width(groups: Sequence[tuple[str, Sequence[str]]]) -> int:
    """The width of the widest row of cards, or of a title with the count of its cards."""
    cards = max((_row_width(row) for _, spells in groups for row in _rows(spells)), default=0)
    titles = max(width(title, 34, bold=True) for title, _ in groups)
    return min(max(GAP + cards + GAP, 70 + titles + 70), GAP + LONG + GAP)


def _height(spells: Sequence[str]) -> int:
    return HEAD + (sum(map(_row_height, _rows(spells))) if spells else 90)


def _group(
    canvas: Canvas,
    y: int,
    title: str,
    spells: Sequence[str],
    view: ViewReader,
    seat: str,
    chosen: Sequence[str],
    letters: bool,
) -> int:
    """Draw cards in rows under a title. Returns the y at which the next group begins."""
    canvas.put(marks.badge(seat, 44), 12, y + 12)
    canvas.text(70, y + 34, title, 34, TEXT, bold=True)
    if spells:
        canvas.text(canvas.image.width - 20, y + 34, str(len(spells)), 34, DIM, bold=True, side="right")
    else:
        canvas.text(canvas.image.width / 2, y + HEAD + 36, "No spells.", 30, DIM, side="middle")
    left, top = list(chosen), y + HEAD
    for row in _rows(spells):
        x = (canvas.image.width - _row_width(row)) // 2
        for spell in row:
            printed = lying(spell, letters) if len(row) == 1 else face(spell, letters)
            _card(canvas, x, top, printed, affordability(view, seat, spell), letters)
            if spell in left:  # of two equal cards, perhaps only one is chosen
                left.remove(spell)
                _ticked(canvas, x, top, printed)
            x += WIDTH + GAP
        top += _row_height(row)
    return y + _height(spells)


def _ticked(canvas: Canvas, x: int, y: int, printed: Image.Image) -> None:
    """Mark a card as chosen."""
    wide, high = printed.size
    canvas.panel(x - 4, y - 4, wide + 8, high + FOOT + 8, None, 22, FRESH, 8)
    canvas.panel(x + wide - 60, y + 12, 50, 50, FRESH, 25)
    canvas.centre(marks.tick(34, INK), x + wide - 35, y + 37)


def _card(canvas: Canvas, x: int, y: int, printed: Image.Image, has: Affordability, letters: bool) -> None:
    """Draw a card and, on the tray below it, whether it can be paid, or what is missing; or that it is too late."""
    wide, high = printed.size
    edge = ACCENT if has.castable else mix(PANEL, EDGE, 0.6)
    canvas.panel(x, y, wide, high + FOOT, PANEL, 20, edge, 4 if has.castable else 2)
    canvas.put(printed, x, y)
    middle = y + high + FOOT / 2
    if has.castable:
        canvas.put(panel(wide, FOOT, 20, ACCENT, corners=(False, False, True, True)), x, y + high)
        canvas.text(x + wide / 2, middle, "now: can be paid", 28, INK, bold=True, side="middle")
    elif has.late:
        canvas.centre(marks.cross(28, DIM), x + 34, middle)
        canvas.text(x + 60, middle, "too late to cast", 28, DIM, bold=True)
    elif has.payable:
        canvas.centre(marks.tick(30, GOOD), x + 34, middle)
        canvas.text(x + 60, middle, "can be paid", 28, GOOD, bold=True)
    else:
        canvas.centre(marks.cross(28, BAD), x + 34, middle)
        at = x + 60 + canvas.text(x + 60, middle, "missing", 28, BAD, bold=True) + 12
        for name, count in has.missing:
            for _ in range(count):
                canvas.put(stone(name, 38, letters), at, middle - 19)
                at += 42
