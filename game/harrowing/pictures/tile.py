"""A tile on the field: id, runes, name, slots with their cubes, its owners' pillars, and a lock if it is locked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image, ImageDraw

from drawing.canvas import Canvas
from drawing.colours import ACCENT, FRESH, INK, TEXT, mix
from drawing.lettering import fit, outlined, width
from drawing.shapes import fade
from game.harrowing.pictures import marks
from game.harrowing.pictures.colours import CORE, GROUND, KINDS, SHADE
from game.harrowing.rules.content import Face
from game.harrowing.rules.reader import Lying

SMALL = 28
"""The size of the smallest text, in pixels."""
LETTERS = {"P1": "R", "P2": "B", "P3": "G", "P4": "V"}
NAMED, SMALL_HEX = 186, 140
"""The least width of a hex with a name, and of one with slots and pillars on two lines."""
FEW, LEAST, FULL = 2, 28, 0.88
"""How many owners' pillars fit below the slots, the least size of towers side by side, and the share of a hex's width
that a row may take."""
_RUNES = {(True, False): (0.25, 0.25, 0.235), (False, False): (0.31, 0.31, 0.27), (False, True): (0.34, 0.33, 0.28)}
"""The size of runes as a share of a hex's width, for one, two and three runes, by whether the hex is (named, small)."""


class Look(NamedTuple):
    """How a tile is shown, besides what it is."""

    locked: bool = False
    claimable: bool = False
    fresh: bool = False
    chosen: bool = False
    faint: bool = False


PLAIN = Look()


def draw(
    canvas: Canvas, x: float, y: float, wide: int, tall: float, lying: Lying, look: Look = PLAIN, letters: bool = False
) -> None:
    """Draw a tile, centred here. With `letters`, pillars also show the initial of their colour."""
    face, named, small = lying.face, wide >= NAMED, wide < SMALL_HEX
    crowded = _crowded(lying, wide, letters)
    canvas.centre(_ground(lying.tile.what == "core", face.kind, wide, tall, look), x, y)
    _head(canvas, x, y - (0.3 if small else 0.35 if named else 0.335) * tall, lying.tile.id, face, wide)
    up = 0.185 if named else 0.15 if not small else 0.09 if crowded else 0.05
    _middle(canvas, x, y - up * tall, wide, lying, crowded)
    if named:
        at = y - (0.01 if face.runes or crowded else 0.1) * tall
        canvas.text(x, at, fit(face.name, wide - 14, SMALL), SMALL, SHADE, side="middle")
    if look.locked:
        down = 0.16 if small and len(face.runes) == 3 else 0.06  # where no rune is
        canvas.centre(marks.sign("lock", max(26, round(wide * 0.15)), edge=INK), x + 0.385 * wide, y + down * tall)
    if crowded:
        _owners(canvas, x, y, wide, tall, lying, letters)
    else:
        (_row if small else _foot)(canvas, x, y, wide, tall, lying, letters)


def runes(canvas: Canvas, x: float, y: float, letters: str, size: int, dim: bool = False) -> None:
    """Draw runes side by side, centred here."""
    left = x - size * 1.08 * (len(letters) - 1) / 2
    for i, letter in enumerate(letters):
        canvas.centre(marks.rune(letter, size, dim), left + i * size * 1.08, y)


def _head(canvas: Canvas, x: float, y: float, id: str, face: Face, wide: int) -> None:
    """Draw the first line of a tile: its id, and the mark of a sorcery or an aura."""
    size = 34 if wide >= 170 else SMALL
    signs = [face.kind] if face.kind in ("sorcery", "aura") else []
    room = width(id, size, True) + (size + 2) * len(signs)
    left = x - room / 2
    left += canvas.text(left, y, id, size, TEXT, bold=True) + 2
    for name in signs:
        canvas.centre(marks.sign(name, size - 2), left + size / 2, y)
        left += size


def _middle(canvas: Canvas, x: float, y: float, wide: int, lying: Lying, crowded: bool) -> None:
    """Draw the runes; on a tile crowded with pillars, also the slots, beside them."""
    face = lying.face
    share = _RUNES[wide >= NAMED, wide < SMALL_HEX][max(0, len(face.runes) - 1)]
    size, slot = round(wide * share), _slot(wide)
    aside = slot * len(face.slots) if crowded else 0
    if face.runes:
        runes(canvas, x - aside / 2, y, face.runes, size)
    if aside:
        marks.slots(canvas, x + size * 1.08 * len(face.runes) / 2, y, face.slots, lying.power, slot)


def _slot(wide: int) -> int:
    """Return the size of slots on a hex of this width."""
    return 22 if wide < SMALL_HEX else round(min(44, wide * 0.2))


def _crowded(lying: Lying, wide: int, letters: bool) -> bool:
    """Return whether pillars need the room of the slots: on small tiles they share a row, on others it is low, where
    the hex is narrow."""
    if wide >= SMALL_HEX:
        return len(lying.pillars) > FEW
    return _slot(wide) * len(lying.face.slots) + sum(_pitches(lying.pillars, LEAST, letters)) > wide * FULL


def _pitches(pillars: Mapping[str, int], tower: float, letters: bool) -> list[float]:
    """Return the room from side to side that each owner's pillars take, by seat."""
    return [
        max(tower, outlined(_told(seat, count, letters), _print(tower), stroke=3).width)
        for seat, count in sorted(pillars.items())
    ]


def _foot(canvas: Canvas, x: float, y: float, wide: int, tall: float, lying: Lying, letters: bool) -> None:
    """Draw slots, and below them the pillars of all owners."""
    face = lying.face
    if face.slots:
        marks.slots(canvas, x, y + 0.115 * tall, face.slots, lying.power, _slot(wide))
    _line(canvas, x, y + (0.29 if face.slots else 0.2) * tall, round(wide * 0.235), lying.pillars, letters)


def _row(canvas: Canvas, x: float, y: float, wide: int, tall: float, lying: Lying, letters: bool) -> None:
    """Draw slots and pillars in one row, for small tiles."""
    aside = _slot(wide) * len(lying.face.slots)
    tower = round(min(44, wide * 0.36, (wide * FULL - aside) / max(1, len(lying.pillars))))
    room = sum(_pitches(lying.pillars, tower, letters))
    if aside:
        marks.slots(canvas, x - room / 2, y + 0.22 * tall, lying.face.slots, lying.power, _slot(wide))
    _line(canvas, x + aside / 2, y + 0.235 * tall, tower, lying.pillars, letters)


def _owners(canvas: Canvas, x: float, y: float, wide: int, tall: float, lying: Lying, letters: bool) -> None:
    """Draw the pillars of a crowded tile in one line if they fit into it, else in two."""
    seats, room = sorted(lying.pillars), wide * FULL
    largest = round(min(44, wide * (0.36 if wide < SMALL_HEX else 0.235)))
    for tower in range(largest, LEAST - 1, -1):
        if sum(_pitches(lying.pillars, tower * 1.02, letters)) <= room:
            _line(canvas, x, y + 0.2 * tall, tower, lying.pillars, letters)
            return
    half = (len(seats) + 1) // 2
    for row, at in ((seats[:half], 0.095), (seats[half:], 0.325)):
        pillars = {seat: lying.pillars[seat] for seat in row}
        _line(canvas, x, y + at * tall, round(min(44, wide * 0.3)), pillars, letters)


def _line(canvas: Canvas, x: float, y: float, tower: int, pillars: Mapping[str, int], letters: bool) -> None:
    """Draw the pillars of these owners side by side, centred here."""
    pitches = _pitches(pillars, tower * 1.02, letters)
    left = x - sum(pitches) / 2
    for (seat, count), pitch in zip(sorted(pillars.items()), pitches, strict=True):
        towers(canvas, left + pitch / 2, y, tower, seat, count, letters)
        left += pitch


def towers(canvas: Canvas, x: float, y: float, size: int, seat: str, count: int, letters: bool = False) -> None:
    """Draw a seat's pillars with their number; with `letters`, a letter alone stands for one pillar."""
    canvas.centre(marks.pillar(seat, size), x, y)
    canvas.centre(outlined(_told(seat, count, letters), _print(size), stroke=3), x, y + size * 0.08)


def _told(seat: str, count: int, letters: bool) -> str:
    return f"{LETTERS[seat]}{count if count > 1 else ''}" if letters else str(count)


def _print(tower: float) -> int:
    """Return the size of the text on a tower of this size."""
    return max(SMALL, round(tower * 0.56))


@lru_cache(256)
def _ground(core: bool, kind: str, wide: int, tall: float, look: Look) -> Image.Image:
    """Return the hex itself. Its edge shows the kind of spell; it gets a bright rim if it is chosen or new, and clasps
    if it can be claimed."""
    fill = CORE if core else mix(GROUND, KINDS[kind], 0.05)
    edge = mix(fill, KINDS[kind], 0.75)
    image = marks.hexagon(wide, tall, fill, edge, max(4, wide * 0.03)).copy()
    rim = ACCENT if look.chosen else FRESH if look.fresh else None
    if look.claimable:
        inner = marks.hexagon(wide, tall, None, ACCENT, max(7, wide * 0.05))
        image.alpha_composite(_dotted(inner, wide, tall))
    if rim:
        image.alpha_composite(marks.hexagon(wide, tall, None, rim, max(5, wide * 0.035)))
    if look.faint:
        fade(image)
    return image


def _dotted(rim: Image.Image, wide: int, tall: float) -> Image.Image:
    """Return only the corners of a rim: six clasps mark what can be claimed."""
    gaps = Image.new("L", rim.size, 0)
    pen = ImageDraw.Draw(gaps)
    for i in range(6):
        x, y = wide / 2 + tall / 2 * sin(pi * i / 3), rim.height / 2 - tall / 2 * cos(pi * i / 3)
        r = wide * 0.17
        pen.ellipse((x - r, y - r, x + r, y + r), 255)
    clear = Image.new("RGBA", rim.size)
    return Image.composite(rim, clear, gaps)
