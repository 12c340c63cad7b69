"""A player's cards: those in hand, those dealt for research, and any others that a choice is about."""

from __future__ import annotations

from collections.abc import Sequence

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, DIM, EDGE, FRESH, GOOD, INK, PANEL, TEXT, mix
from drawing.lettering import width
from drawing.picture import Picture, finish
from drawing.shapes import panel
from game.adepts.pictures import alt, marks, palette
from game.adepts.pictures.card_face import HEIGHT, WIDTH, face
from game.adepts.pictures.gems import stone
from game.adepts.pictures.means import Means, means
from game.adepts.rules.reader import ViewReader
from game.core.protocol import View

ACROSS = 3
GAP = 10
FOOT = 54
HEAD = 64


def hand(view: View, seat: str, letters: bool = False) -> Picture:
    """The cards of a seat, which must be the view's own. With `letters` gems also bear their initials.

    Raises ValueError if the view does not hold them.
    """
    seen = ViewReader(view)
    player = seen.players.get(seat)
    if player is None or not player.open:
        raise ValueError(f"the view does not hold the hand of {seat}")
    groups = [("Dealt to you: what do you keep?", player.drawn)] if player.drawn else []
    groups.append(("Your hand" if groups else "Spells", player.hand))  # the message has the title of a hand alone
    canvas = Canvas(_width(groups), sum(_height(spells) for _, spells in groups))
    y = 0
    for title, spells in groups:
        y = _group(canvas, y, title, spells, seen, seat, (), letters)
    return finish(canvas.image, palette.paper(), alt.hand(seen, seat), "hand")


def choice(
    view: View, seat: str, title: str, spells: Sequence[str], chosen: Sequence[str] = (), letters: bool = False
) -> Picture:
    """Some cards under a title, with what the seat has to pay for them; those that are `chosen` are marked."""
    canvas = Canvas(_width([(title, spells)]), _height(spells))
    seen = ViewReader(view)
    _group(canvas, 0, title, spells, seen, seat, chosen, letters)
    return finish(canvas.image, palette.paper(), alt.choice(seen, seat, title, spells, chosen), "cards")


def _width(groups: Sequence[tuple[str, Sequence[str]]]) -> int:
    """As wide as the widest row of cards, or a title with the count of its cards."""
    cards = max(min(len(spells), ACROSS) for _, spells in groups)
    titles = max(width(title, 34, bold=True) for title, _ in groups)
    return min(max(GAP + cards * (WIDTH + GAP), 70 + titles + 70), GAP + ACROSS * (WIDTH + GAP))


def _height(spells: Sequence[str]) -> int:
    return HEAD + (-(-len(spells) // ACROSS) * (HEIGHT + FOOT + GAP) if spells else 90)


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
    """Cards in rows under a title; where the next ones begin."""
    canvas.put(marks.badge(seat, 44), 12, y + 12)
    canvas.text(70, y + 34, title, 34, TEXT, bold=True)
    if spells:
        canvas.text(canvas.image.width - 20, y + 34, str(len(spells)), 34, DIM, bold=True, side="right")
    else:
        canvas.text(canvas.image.width / 2, y + HEAD + 36, "No spells.", 30, DIM, side="middle")
    left = list(chosen)
    for i, spell in enumerate(spells):
        x, top = GAP + i % ACROSS * (WIDTH + GAP), y + HEAD + i // ACROSS * (HEIGHT + FOOT + GAP)
        _card(canvas, x, top, spell, means(view, seat, spell), letters)
        if spell in left:  # of two alike, one may be kept
            left.remove(spell)
            canvas.panel(x - 4, top - 4, WIDTH + 8, HEIGHT + FOOT + 8, None, 22, FRESH, 8)
            canvas.panel(x + WIDTH - 60, top + 12, 50, 50, FRESH, 25)
            canvas.centre(marks.tick(34, INK), x + WIDTH - 35, top + 37)
    return y + _height(spells)


def _card(canvas: Canvas, x: int, y: int, spell: str, has: Means, letters: bool) -> None:
    """A card, and below it on its tray whether it can be paid, or what is missing."""
    edge = ACCENT if has.castable else mix(PANEL, EDGE, 0.6)
    canvas.panel(x, y, WIDTH, HEIGHT + FOOT, PANEL, 20, edge, 4 if has.castable else 2)
    canvas.put(face(spell, letters=letters), x, y)
    middle = y + HEIGHT + FOOT / 2
    if has.castable:
        canvas.put(panel(WIDTH, FOOT, 20, ACCENT, corners=(False, False, True, True)), x, y + HEIGHT)
        canvas.text(x + WIDTH / 2, middle, "now: can be paid", 28, INK, bold=True, side="middle")
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
