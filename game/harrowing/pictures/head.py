"""The lines above the field: the round, whose turn it is and what is left of it, the stack and the supply; and below,
once somebody could win with the next claim, who, or the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, DIM, GOLD, INK, PANEL, SEATS, TEXT, Colour, mix
from drawing.lettering import fit, shrunk, width
from drawing.people import name_of
from game.core.words import Names
from game.harrowing.pictures import marks
from game.harrowing.rules.content import ROUNDS
from game.harrowing.rules.reader import ViewReader

WIDTH, HIGH, CHANCES = 1000, 88, 66
"""The size of the head: width, the height of its first line, and that of each line below."""
MIDDLE = HIGH + 30
NEAR, RIGHT, SIGN = 430, 960, 42
"""Where those who could win stand in a line, and the width of a sign there. Each has half of a line, or all of it."""
PHASES = {"setup": "Set-up", "start": "Start of turn", "act": "", "end": "End of turn", "over": "Game over"}


class Chance(NamedTuple):
    """Somebody who could win with the next claim: with which runes, which tiles can be claimed as they lie, and on
    which line and which part of it that is drawn."""

    seat: str
    runes: Sequence[str]
    ready: Sequence[str]
    line: int
    left: int
    right: int


def height(now: ViewReader) -> int:
    """Return the height of the head."""
    return HIGH + CHANCES * (1 if now.over else _lines(_chances(now)))


def draw(canvas: Canvas, now: ViewReader, names: Names) -> None:
    """Draw the lines at the top."""
    at = 20 + canvas.text(20, 44, "Round " if now.turn else "The Harrowing", 34, DIM, bold=True)
    if now.turn:
        at += canvas.text(at, 44, str(now.turn), 46, TEXT, bold=True)
        at += canvas.text(at, 44, f" / {ROUNDS}", 34, DIM, bold=True)
    _stock(canvas, now)
    _turn(canvas, now, names, at + 28, 690)
    if now.over:
        _came_out(canvas, now, names)
    elif chances := _chances(now):
        _near(canvas, names, chances)


def _stock(canvas: Canvas, now: ViewReader) -> None:
    """Draw how many tiles are in the stack, and how many cubes in the supply."""
    for name, number, x in (("stack", now.stack_size, 740), ("cube", now.supply, 872)):
        canvas.centre(marks.sign(name, 44), x, 44)
        canvas.text(x + 30, 44, str(number), 36, TEXT, bold=True)


def _turn(canvas: Canvas, now: ViewReader, names: Names, left: int, right: int) -> None:
    """Draw whose turn it is, and a dot for each invocation."""
    seat = now.active
    if seat is None:
        canvas.text((left + right) / 2, 44, PHASES[now.phase], 34, ACCENT, bold=True, side="middle")
        return
    canvas.panel(left, 12, right - left, 64, mix(PANEL, SEATS[seat], 0.55), 18, SEATS[seat], 3)
    canvas.centre(marks.pillar(seat, 44), left + 36, 44)
    phase = PHASES[now.phase]
    dots = 0 if phase else max(now.used, now.invocations(seat))
    room = right - left - 74 - (dots * 34 if dots else width(phase, 28, True)) - 20
    name, size = shrunk(name_of(seat, names), room, (34, 30, 28), True)
    canvas.text(left + 66, 44, name, size, TEXT, bold=True)
    if phase:
        canvas.text(right - 18, 44, phase, 28, ACCENT, bold=True, side="right")
    for i in range(dots):
        spent = i < dots - now.left
        size = 20 if spent else 28
        middle = right - 26 - (dots - 1 - i) * 34
        tint = mix(PANEL, INK, 0.6) if spent else ACCENT
        canvas.panel(round(middle - size / 2), round(44 - size / 2), size, size, tint, size // 2)


def _chances(now: ViewReader) -> list[Chance]:
    """Return who could win with the next claim, two on a line. Somebody whose tiles need more room has a line alone."""
    near = {} if now.over else {seat: runes for seat in now.seats if (runes := now.wants(seat))}
    found, half, line, left = list[Chance](), (NEAR + RIGHT) // 2, 0, NEAR
    for seat, runes in near.items():
        ready = now.winning(seat)
        whole = len(near) == 1 or (ready and _begin(half, runes) + width(_now(ready), 28, True) > RIGHT - 12)
        if whole and left > NEAR:
            line, left = line + 1, NEAR
        right = RIGHT if whole or left > NEAR else half
        found.append(Chance(seat, runes, ready, line, left, right))
        line, left = (line + 1, NEAR) if right == RIGHT else (line, half)
    return found


def _begin(left: int, runes: Sequence[str]) -> int:
    """Return where the text begins behind a pillar and runes."""
    return left + SIGN * (1 + len(runes)) + 10


def _now(ready: Sequence[str]) -> str:
    return f"now: {', '.join(ready)}"


def _lines(chances: Sequence[Chance]) -> int:
    """Return how many lines it takes to say who could win."""
    return chances[-1].line + 1 if chances else 0


def _came_out(canvas: Canvas, now: ViewReader, names: Names) -> None:
    """Draw who has won."""
    _strip(canvas)
    won = f"{name_of(now.winner, names)} wins a name" if now.winner else ""
    text = won or "Thirty rounds are over, nobody has won a name"
    canvas.text(30, MIDDLE, fit(text, WIDTH - 80, 30, True), 30, GOLD, bold=True)


def _near(canvas: Canvas, names: Names, chances: Sequence[Chance]) -> None:
    """Draw who could win with the next claim."""
    _strip(canvas, BAD, _lines(chances))
    canvas.text(30, MIDDLE, "Can win with the next claim:", 28, TEXT, bold=True)
    for seat, runes, ready, line, left, right in chances:
        y = MIDDLE + line * CHANCES
        canvas.centre(marks.pillar(seat, 40), left + 20, y)
        for i, rune in enumerate(runes):
            canvas.centre(marks.rune(rune, 38), left + SIGN * (i + 1) + 21, y)
        at = _begin(left, runes)
        text = fit(_now(ready) if ready else name_of(seat, names), right - at - 12, 28, bool(ready))
        canvas.text(at, y, text, 28, ACCENT if ready else TEXT, bold=bool(ready))


def _strip(canvas: Canvas, edge: Colour | None = None, lines: int = 1) -> None:
    canvas.panel(
        12, HIGH, WIDTH - 24, CHANCES * lines - 8, mix(PANEL, edge, 0.28) if edge else PANEL, 14, edge, 3 if edge else 0
    )
