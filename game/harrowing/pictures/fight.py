"""A battle: both sides with strength and cubes, the dice of each roll, and the outcome."""

from __future__ import annotations

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, DIM, PANEL, TEXT, mix
from drawing.lettering import shrunk
from drawing.people import name_of
from game.core.words import Names
from game.harrowing.boards.battles import Battle
from game.harrowing.pictures import marks
from game.harrowing.rules.content import HIT

WIDTH, DIE = 984, 54
ROW = DIE + 10
BASE = 132
LARGE, SMALL = 28, 24


def height(fight: Battle) -> int:
    """Return the height of the strip."""
    return BASE + ROW * max(1, len(fight.rolls))


def draw(canvas: Canvas, left: int, top: int, fight: Battle, names: Names) -> None:
    """Draw the strip with its upper left corner here."""
    high = height(fight) - 8
    canvas.panel(left, top, WIDTH, high, mix(PANEL, BAD, 0.12), 16, BAD, 3)
    sides = (fight.attacker, left + 20, "attacks"), (fight.defender, left + 500, f"defends {fight.tile}")
    for i, (seat, x, does) in enumerate(sides):
        canvas.centre(marks.pillar(seat, 52), x + 26, top + 46)
        name, size = shrunk(name_of(seat, names), 208, (30, 28), True)
        canvas.text(x + 62, top + 30, name, size, TEXT, bold=True)
        canvas.text(x + 62, top + 64, does, 28, DIM)
        canvas.text(x + 278, top + 30, f"strength {fight.strength[i]}", 28, DIM)
        canvas.centre(marks.sign("cube", 34), x + 294, top + 66)
        canvas.text(x + 318, top + 66, f"{fight.ether[i]} in ether", 28, TEXT)
    y = top + 88 + ROW / 2
    for roll in fight.rolls or [()]:
        for j, face in enumerate(roll):
            canvas.centre(marks.die(face, DIE), left + 48 + j * (DIE + 8), y)
        y += ROW
    line, size = shrunk(outcome(fight), WIDTH - 48, (LARGE, SMALL), True)
    canvas.text(left + 24, y + 2 - ROW / 2 + 14, line, size, ACCENT, bold=True)


def outcome(fight: Battle) -> str:
    """Sum up the outcome: "2 hits, 1 clash: attacker loses 1, defender 3 and 1 pillar"; with "3 hits (2 rolled)" where
    bonus hits or a ward count too."""
    rolled = sum(dice.count(HIT) for dice in fight.rolls)  # hits are never rolled again
    hits = f"{fight.hits} {'hit' if fight.hits == 1 else 'hits'}"
    hits += f" ({rolled} rolled)" if rolled != fight.hits else ""
    clashes = f"{fight.clashes} {'clash' if fight.clashes == 1 else 'clashes'}"
    if fight.lost is None:
        return f"{hits}, {clashes}: dice may be rolled again"
    lost, taken, pillars = fight.lost
    fell = f" and {pillars} {'pillar' if pillars == 1 else 'pillars'}" if pillars else ""
    return f"{hits}, {clashes}: attacker loses {lost}, defender {taken}{fell}"
