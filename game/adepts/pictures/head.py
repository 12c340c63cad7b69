"""Where the game stands: turn, phase, piles; the mana track; what is in force."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import ACCENT, DIM, EDGE, INK, NIGHT, PANEL, RAISED, TEXT, mix
from drawing.lettering import width
from game.adepts.pictures import marks
from game.adepts.pictures.gems import gem, initial
from game.adepts.pictures.words import PHASES as PHASE_NAMES
from game.adepts.pictures.words import ROMAN, source_name
from game.adepts.rules.gems import LAST_TURN
from game.adepts.rules.reader import ViewReader
from game.adepts.words.force import ON_VICTIMS, added

HEIGHT = 84
TRACK = 72
LEFT, RIGHT, BESIDE = 76, 948, 32
"""The ends of the mana track, and the distance of badges that stand side by side on it."""
CHIP = 44
GAP = 8


def draw(canvas: Canvas, view: ViewReader) -> None:
    """The line at the top."""
    canvas.put(_line(view.turn, "" if view.over else view.phase), 0, 0)
    canvas.centre(marks.cards(34), 888, HEIGHT / 2)
    canvas.text(912, HEIGHT / 2, str(view.library_size), 28, DIM, bold=True)


@lru_cache(48)
def _line(turn: int, phase: str) -> Image.Image:
    canvas = Canvas(1000, HEIGHT, NIGHT)
    at = 20 + canvas.text(20, 34, "Turn ", 34, DIM, bold=True)
    at += canvas.text(at, 34, str(turn), 46, TEXT, bold=True)
    canvas.text(at, 34, f" / {LAST_TURN}", 34, DIM, bold=True)
    for i in range(LAST_TURN):
        colour = ACCENT if i + 1 == turn else (TEXT if i + 1 < turn else EDGE)
        canvas.panel(20 + 24 * i, 66, 19, 8, colour, 4)
    x = 240
    if not phase:
        canvas.panel(x, 14, 300, 56, ACCENT, 28)
        canvas.text(x + 150, 42, "Game over", 32, INK, bold=True, side="middle")
    for each in ROMAN if phase else ():
        if each == phase:
            name = PHASE_NAMES[each]
            room = 92 + width(name, 32, True) + 24
            canvas.panel(x, 14, room, 56, ACCENT, 28)
            canvas.text(x + 44, 42, each, 32, INK, bold=True, side="middle")
            canvas.text(x + 84, 42, name, 32, INK, bold=True)
        else:
            room = 64
            canvas.panel(x, 18, room, 48, PANEL, 24)
            canvas.text(x + 32, 42, each, 28, DIM, bold=True, side="middle")
        x += room + 8
    return canvas.image


def draw_track(canvas: Canvas, top: int, view: ViewReader) -> None:
    """Draw everybody's mana on one line, which is as long as the leader needs."""
    mana = {seat: player.mana for seat, player in view.players.items()}
    end = max(50, -(-max(mana.values()) // 25) * 25)
    canvas.put(_scale(end), 0, top)
    for seat, x in badges(mana, end).items():
        canvas.centre(marks.badge(seat, 40), x, top + 24)


def badges(mana: Mapping[str, int], end: int) -> dict[str, float]:
    """Return where the seats' badges stand on the mana track, side by side where they would cover one another: to the
    right of their place, or to the left where the track ends."""
    seats = sorted(mana, key=lambda seat: (mana[seat], seat))
    places = [LEFT + (RIGHT - LEFT) * mana[seat] / end for seat in seats]
    for at in range(1, len(places)):
        places[at] = max(places[at], places[at - 1] + BESIDE)
    room = RIGHT + 20.0
    for at in reversed(range(len(places))):
        places[at] = min(places[at], room)
        room = places[at] - BESIDE
    return dict(zip(seats, places, strict=True))


@lru_cache(32)
def _scale(end: int) -> Image.Image:
    canvas = Canvas(1000, TRACK, NIGHT)
    canvas.centre(marks.mana(34), 24, 24)
    canvas.panel(LEFT - 20, 16, RIGHT - LEFT + 40, 16, RAISED, 8)
    step = 10 if end <= 100 else 25
    for value in range(0, end + 1, step):
        x = LEFT + (RIGHT - LEFT) * value / end
        canvas.image.paste(EDGE, (round(x) - 1, 16, round(x) + 1, 42))
        canvas.text(x, 57, str(value), 28, DIM, side="middle")
    return canvas.image


Part = tuple[str, str]
"""A kind ("gem", "seat" or "word"), and which one."""
Chip = tuple[tuple[str, ...], str, tuple[Part, ...]]
"""The seats whose it is, the spell or adept that it comes from, and what it is about."""


def chips(view: ViewReader) -> list[Chip]:
    """Return what is in force, and the spells that are being carried out. After the casting step a spell that lies open
    but has no row in force is used up.

    What befalls a victim is listed under all who cast the spell: if there are several, a view does not tell whose it
    was.
    """
    about: dict[tuple[tuple[str, ...], str], list[Part]] = {}
    for row in added(view.effects):
        whose: tuple[str, ...] = (row.seat,)
        if row.source in ON_VICTIMS:
            whose = _casters(view, row.source) or whose
        parts = about.setdefault((whose, row.source), [])
        if row.seat not in whose or len(whose) > 1:
            parts.append(("seat", row.seat))
        if row.gem:
            parts.append(("gem", row.gem))
        if row.stage:
            parts.append(("word", f"stage {row.stage}"))
        if row.amount > 1:
            parts.append(("word", str(row.amount)))
    for seat, player in view.players.items() if view.step == "cast" else ():
        for spell in player.in_play:
            about.setdefault((_casters(view, spell) if spell in ON_VICTIMS else (seat,), spell), [])
    return [(seats, source, tuple(parts)) for (seats, source), parts in about.items()]


def _casters(view: ViewReader, spell: str) -> tuple[str, ...]:
    """Return the seats that have this spell lying open before them."""
    return tuple(seat for seat, player in view.players.items() if spell in player.in_play)


def rows(found: list[Chip], letters: bool = False) -> list[list[Chip]]:
    """Arrange chips in lines that have room for them."""
    lines: list[list[Chip]] = []
    room = 0
    for chip in found:
        wide = _chip(*chip, letters).width + GAP
        if not lines or wide > room:
            lines.append([])
            room = 984
        lines[-1].append(chip)
        room -= wide
    return lines


def draw_chips(canvas: Canvas, top: int, lines: list[list[Chip]], letters: bool) -> None:
    """Draw what is in force, line by line."""
    for i, line in enumerate(lines):
        x = GAP
        for chip in line:
            sprite = _chip(*chip, letters)
            canvas.put(sprite, x, top + i * (CHIP + GAP))
            x += sprite.width + GAP


@lru_cache(256)
def _chip(seats: tuple[str, ...], source: str, about: tuple[Part, ...], letters: bool) -> Image.Image:
    name, start = source_name(source), 12 + 38 * len(seats)
    wide = start + width(name, 28, True) + 16
    wide += sum(width(text, 28) + 8 if kind == "word" else 38 for kind, text in about)
    wide += 28 * sum(kind == "gem" for kind, _ in about) if letters else 0
    canvas = Canvas(wide, CHIP, NIGHT)
    canvas.panel(0, 0, wide, CHIP, PANEL, 12, mix(PANEL, EDGE, 0.8), 2)
    for n, seat in enumerate(seats):
        canvas.put(marks.badge(seat, 34), 6 + 38 * n, 5)
    x = start + canvas.text(start, CHIP / 2, name, 28, TEXT, bold=True) + 8
    for kind, text in about:
        if kind == "word":
            x += canvas.text(x, CHIP / 2, text, 28, DIM) + 8
        else:
            canvas.put(gem(text, 34) if kind == "gem" else marks.badge(text, 34), x, 5)
            x += 38
            if kind == "gem" and letters:
                x += canvas.text(x + 1, CHIP / 2, initial(text), 28, TEXT, bold=True) + 6
    return canvas.image
