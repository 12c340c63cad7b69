"""The lines above the field: the round, whose turn it is and what is left of it, the stack and the supply; and below,
once somebody could win with the next claim, who, or the result."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

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
ACROSS = 2
"""Players who could win that a line has room for."""
PHASES = {"setup": "Set-up", "start": "Start of turn", "act": "", "end": "End of turn", "over": "Game over"}


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
        _near(canvas, now, names, chances)


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


def _chances(now: ViewReader) -> dict[str, tuple[str, ...]]:
    """Return the runes that would win, by the seats that could win with their next claim."""
    return {} if now.over else {seat: runes for seat in now.seats if (runes := now.wants(seat))}


def _lines(chances: Collection[str]) -> int:
    """Return how many lines it takes to say who could win."""
    return -(-len(chances) // ACROSS)


def _came_out(canvas: Canvas, now: ViewReader, names: Names) -> None:
    """Draw who has won."""
    _strip(canvas)
    won = f"{name_of(now.winner, names)} wins a name" if now.winner else ""
    text = won or "Thirty rounds are over, nobody has won a name"
    canvas.text(30, MIDDLE, fit(text, WIDTH - 80, 30, True), 30, GOLD, bold=True)


def _near(canvas: Canvas, now: ViewReader, names: Names, chances: Mapping[str, Sequence[str]]) -> None:
    """Draw who could win with the next claim."""
    _strip(canvas, BAD, _lines(chances))
    x = 30 + canvas.text(30, MIDDLE, "Can win with the next claim:", 28, TEXT, bold=True) + 14
    share = (WIDTH - 40 - x) / min(len(chances), ACROSS)
    for i, (seat, runes) in enumerate(chances.items()):
        line, place = divmod(i, ACROSS)
        at, y = x + place * share, MIDDLE + line * CHANCES
        canvas.centre(marks.pillar(seat, 40), at + 20, y)
        at += 44
        for rune in runes:
            canvas.centre(marks.rune(rune, 38), at + 19, y)
            at += 42
        room, ready = round(x + (place + 1) * share - at - 12), now.winning(seat)
        near = f"now: {', '.join(ready)}" if ready else name_of(seat, names)
        canvas.text(at + 8, y, fit(near, room, 28, bool(ready)), 28, ACCENT if ready else TEXT, bold=bool(ready))


def _strip(canvas: Canvas, edge: Colour | None = None, lines: int = 1) -> None:
    canvas.panel(
        12, HIGH, WIDTH - 24, CHANCES * lines - 8, mix(PANEL, edge, 0.28) if edge else PANEL, 14, edge, 3 if edge else 0
    )
