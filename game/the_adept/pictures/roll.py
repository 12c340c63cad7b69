"""A picture of a roll: who rolled, against what, what each die is used for, total and effect, the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import BAD, DIM, GOLD, GOOD, NIGHT, PANEL, TEXT, Colour, mix
from drawing.lettering import fit, printable, width
from drawing.picture import Picture, finish
from drawing.shapes import dashed
from game.the_adept.pictures import marks, palette
from game.the_adept.pictures.marks import EFFECT, Use
from game.the_adept.rules.dice import NONE, Rolled, pool_of, roll_of

WIDTH, HEIGHT = 800, 450
HEAD, GAP = 72, 12
HIGH = 130
LOW = HEIGHT - GAP - HIGH
"""`HEAD` is where the dice begin; `HIGH` and `LOW` are the height and the top of the panels below them."""
OUTCOME = 262
Outcome = tuple[str, str, Colour]
"""A sign, the word beside it, and their colour."""
SUCCESS, FAILURE, BOTCH = ("tick", "Success", GOOD), ("fail", "Failure", BAD), ("fail", "Botch", BAD)
WINS, LOSES = ("tick", "Wins", GOOD), ("fail", "Loses", BAD)
SMALL, LARGE = 34, 40
"""Text sizes: a phone shows the picture at a third, and everything in it is also said in text."""
LABELLED = 12
"""The most dice that have their sizes written below."""
LARGEST = 168
"""Side of the largest die in pixels."""


def roll_picture(
    name: str,
    dice: str,
    total: int,
    effect: str,
    uses: Sequence[int] = (),
    gives: Sequence[int] = (),
    heroes: str = "",
    ones: str = NONE,
    botch: bool = False,
    against: str = "",
    success: bool | None = None,
    heroic: int = 0,
    struck: bool = False,
    alt: str = "",
    contest: bool = False,
) -> Picture:
    """Draw a roll in 800 by 450 pixels.

    dice: as a roll, in its order; `uses` and `gives` are the positions (from 1) of those in the total and the effect.
    heroes: hero dice as a roll; of those that show 1, only the sizes in `ones` are hitches, the others were taken back.
    against: what is to be beaten, such as "11"; success: None while that is open. struck: the roll was taken back. alt:
    what the roll says in text; the picture may say no more than that. contest: the roll decided a contest.
    """
    canvas = Canvas(WIDTH, HEIGHT)
    _head(canvas, name, against)
    hero = _heroes(heroes, ones)
    room = WIDTH - 2 * GAP
    if hero:
        room -= _hero_dice(canvas, hero)
    _dice(
        canvas, GAP, room, [(rolled, _use(place, rolled, uses, gives)) for place, rolled in enumerate(roll_of(dice), 1)]
    )
    won, lost = (WINS, LOSES) if contest else (SUCCESS, FAILURE)
    outcome = BOTCH if botch else None if success is None else won if success else lost
    _foot(canvas, total, effect, outcome, heroic)
    if struck:
        _strike(canvas)
    return finish(canvas.image, palette.table(), alt, "roll")


def _use(place: int, rolled: Rolled, uses: Sequence[int], gives: Sequence[int]) -> Use:
    if rolled.hitch:
        return Use.HITCH
    return Use.TOTAL if place in uses else Use.EFFECT if place in gives else Use.NOTHING


def _heroes(heroes: str, ones: str) -> list[tuple[Rolled, Use]]:
    """Return hero dice with their use: all that show no 1 are in the total."""
    hitches, found = list(pool_of(ones, none=True)), list[tuple[Rolled, Use]]()
    for rolled in roll_of(heroes) if heroes else ():
        use = Use.TOTAL
        if rolled.hitch:
            use = Use.HITCH if rolled.die in hitches else Use.AWAY
            if use is Use.HITCH:
                hitches.remove(rolled.die)
        found.append((rolled, use))
    return found


# --- the parts


def _head(canvas: Canvas, name: str, against: str) -> None:
    """Draw who rolled, and what is to be beaten."""
    right = WIDTH - 2 * GAP
    if against:
        said = fit(printable(against, "?"), 300, LARGE, True)
        right -= canvas.text(right, HEAD / 2, said, LARGE, TEXT, bold=True, side="right") + 12
        right -= canvas.text(right, HEAD / 2, "against", SMALL, DIM, side="right") + 24
    canvas.text(2 * GAP, HEAD / 2, fit(printable(name, "Roll"), right - 2 * GAP, LARGE, True), LARGE, TEXT, bold=True)


def _hero_dice(canvas: Canvas, hero: Sequence[tuple[Rolled, Use]]) -> int:
    """Draw hero dice in a frame of their own at the right, under a star; return the width they take."""
    wide, high = 168 if len(hero) <= 2 else 248, LOW - GAP - HEAD
    x = WIDTH - GAP - wide
    canvas.panel(x, HEAD, wide, high, PANEL, 16, GOLD, 3)
    canvas.centre(marks.sign("star", 34), x + wide / 2 - 54, HEAD + 28)
    canvas.text(x + wide / 2 - 28, HEAD + 29, "hero", SMALL, GOLD, bold=True)
    _lay(canvas, x + 10, HEAD + 50, wide - 20, high - 56, hero, label=len(hero) <= 2)
    return wide + GAP


def _dice(canvas: Canvas, x: int, wide: int, dice: Sequence[tuple[Rolled, Use]]) -> None:
    _lay(canvas, x, HEAD, wide, LOW - GAP - HEAD, dice, label=len(dice) <= LABELLED)


def _lay(canvas: Canvas, x: int, y: int, wide: int, high: int, dice: Sequence[tuple[Rolled, Use]], label: bool) -> None:
    """Lay dice out in as many rows as make them largest; short rows are centred."""
    below = SMALL if label else 0

    def side(rows: int) -> int:
        return min(LARGEST, wide // ceil(len(dice) / rows), high // rows - below)

    rows = max(range(1, len(dice) + 1), key=side)
    size, columns = side(rows), ceil(len(dice) / rows)
    rows = ceil(len(dice) / columns)
    step = min(wide / columns, size * 1.12)
    top = y + (high - rows * (size + below)) / 2
    for place, (rolled, use) in enumerate(dice):
        row, column = divmod(place, columns)
        here = min(columns, len(dice) - row * columns)
        middle = x + wide / 2 + (column - (here - 1) / 2) * step
        canvas.centre(marks.die(rolled.die, size - 6, use, str(rolled.value)), middle, top + size / 2)
        if below:
            canvas.text(middle, top + size + below / 2 - 4, str(rolled.die), SMALL - 6, DIM, side="middle")
        top += (size + below) if column == columns - 1 else 0


def _foot(canvas: Canvas, total: int, effect: str, outcome: Outcome | None, heroic: int) -> None:
    """Draw the result: total and effect, outlined as their dice are, and the outcome."""
    botch = outcome == BOTCH
    wide = (WIDTH - 2 * GAP - (OUTCOME + GAP if outcome else 0) - GAP) // 2
    _total(canvas, GAP, wide, total, BAD if botch else GOLD)
    _effect(canvas, 2 * GAP + wide, wide, "" if botch else effect)
    if outcome:
        _outcome(canvas, outcome, heroic)


def _total(canvas: Canvas, x: int, wide: int, total: int, colour: Colour) -> None:
    canvas.panel(x, LOW, wide, HIGH, PANEL, 18, colour, 5)
    canvas.text(x + 22, LOW + 30, "total", SMALL, DIM)
    canvas.text(x + wide - 26, LOW + HIGH / 2 + 12, str(total), 96, colour, bold=True, side="right")


def _effect(canvas: Canvas, x: int, wide: int, effect: str) -> None:
    """Draw the effect dice by size, the largest first."""
    canvas.panel(x, LOW, wide, HIGH, PANEL, 18)
    canvas.put(dashed(wide, HIGH, 18, EFFECT, 5), x, LOW)
    canvas.text(x + 22, LOW + 30, "effect", SMALL, DIM)
    dice = sorted(pool_of(effect, none=True), reverse=True) if effect else []
    if not dice:
        canvas.text(x + wide - 28, LOW + HIGH / 2 + 12, "–", 84, DIM, bold=True, side="right")
    elif len(dice) == 1:
        size = 116 if wide > 300 else 102
        canvas.centre(marks.die(dice[0], size, Use.EFFECT, str(dice[0])), x + wide - size / 2 - 12, LOW + HIGH / 2)
    else:
        size = min(74, (wide - 24) // len(dice))
        for place, die in enumerate(reversed(dice)):
            middle = x + wide - 14 - size * (place + 0.5)
            canvas.centre(marks.die(die, size, Use.EFFECT, str(die)), middle, LOW + HIGH - 42)


def _outcome(canvas: Canvas, outcome: Outcome, heroic: int) -> None:
    sign, said, colour = outcome
    x = WIDTH - GAP - OUTCOME
    canvas.panel(x, LOW, OUTCOME, HIGH, mix(NIGHT, colour, 0.18), 18)
    middle = LOW + (HIGH / 2 if not heroic else 42)
    canvas.centre(marks.sign(sign, 48), x + 42, middle)
    canvas.text(x + 78, middle, said, LARGE, TEXT, bold=True)
    if heroic:
        canvas.centre(marks.sign("star", 46), x + 42, LOW + HIGH - 40)
        canvas.text(x + 78, LOW + HIGH - 40, f"heroic {heroic}", SMALL, GOLD, bold=True)


def _strike(canvas: Canvas) -> None:
    """Make the picture pale, with a line through it and the words "taken back"."""
    pale = Image.new("RGB", canvas.image.size, NIGHT)
    canvas.image = Image.blend(canvas.image, pale, 0.62)
    canvas.panel(0, HEIGHT // 2 - 4, WIDTH, 8, TEXT, 4)
    wide = width("taken back", 56, True) + 60
    canvas.panel((WIDTH - wide) // 2, HEIGHT // 2 - 46, wide, 92, NIGHT, 46, TEXT, 5)
    canvas.text(WIDTH / 2, HEIGHT / 2, "taken back", 56, TEXT, bold=True, side="middle")
