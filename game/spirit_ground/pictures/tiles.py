"""Tiles as they lie on the ground or in a pair: strength, gems, crystals, arrows at the rim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from drawing.canvas import Canvas
from drawing.colours import BAD, FRESH, INK, TEXT, mix
from drawing.lettering import outlined, width
from game.spirit_ground.pictures import marks
from game.spirit_ground.pictures.colours import ARROW, STONE, TRIBES
from game.spirit_ground.rules.content import Tile
from game.spirit_ground.rules.ground import STEPS
from game.spirit_ground.rules.reader import Lying

SIZE = 142
"""The size of a tile on the ground, in pixels."""
LETTERS = {"P1": "F", "P2": "C"}
SMALL = 28


def draw(canvas: Canvas, x: float, y: float, name: str, lying: Lying, letters: bool, faint: bool = False) -> None:
    """Draw a tile on the ground, centred here."""
    if not lying.alive:
        _fallen(canvas, x, y, name, lying.seat)
        return
    canvas.centre(marks.body(lying.seat, SIZE, faint), x, y)
    if lying.top is not None:
        _arrows(canvas, x, y, SIZE, lying.arrows)
    label = f"{name} {LETTERS[lying.seat]}" if letters else name
    special = [lying.tile.special] if lying.tile.special else []
    _heading(canvas, x, y - 37, label, ["gem"] * lying.tile.gems + special, lying.seat)
    canvas.centre(outlined(str(lying.strength), 60), x, y + 2)
    counts = (("energy", lying.crystals.energy), ("spirit", lying.crystals.spirit))
    amounts(canvas, x, y + 41, [(kind, count) for kind, count in counts if count])


def amounts(canvas: Canvas, x: float, y: float, counts: Iterable[tuple[str, int]]) -> None:
    """Draw crystals with their numbers, centred here."""
    found = list(counts)
    widths = [26 + width(str(count), SMALL, True) for _, count in found]
    left = x - (sum(widths) + 6 * (len(found) - 1)) / 2
    for (kind, count), wide in zip(found, widths, strict=True):
        canvas.centre(marks.sign(kind, 28, edge=INK), left + 12, y)
        canvas.centre(outlined(str(count), SMALL, stroke=3), left + 25 + (wide - 26) / 2, y)
        left += wide + 6


def _fallen(canvas: Canvas, x: float, y: float, name: str, seat: str) -> None:
    canvas.centre(marks.body(seat, SIZE, fallen=True), x, y)
    canvas.text(x, y - 37, name, SMALL, mix(STONE, TEXT, 0.7), bold=True, side="middle")
    canvas.centre(marks.sign("cross", 44, mix(STONE, BAD, 0.55)), x, y + 14)


def _arrows(canvas: Canvas, x: float, y: float, size: float, arrows: Iterable[int]) -> None:
    """Draw triangles at the rim that point where later allies are helped."""
    for arrow in arrows:
        down, right = STEPS[arrow]
        slant = bool(arrow % 2)
        far = size * (0.4 if slant else 0.445)
        canvas.centre(marks.sign("arrow", round(size * 0.23), ARROW, INK, arrow), x + right * far, y + down * far)


def printed(canvas: Canvas, x: float, y: float, size: int, tile: Tile, seat: str) -> None:
    """Draw a tile that is not on the ground yet, as printed: its claws in large, its id, gems, and arrows with the top
    facing north."""
    canvas.centre(marks.body(seat, size), x, y)
    _arrows(canvas, x, y, size, tile.arrows)
    _heading(canvas, x, y - size * 0.22, tile.id, ["gem"] * tile.gems, seat)
    canvas.centre(outlined(str(tile.claws), round(size * 0.44)), x, y + size * 0.13)
    if tile.special:
        canvas.centre(marks.sign(tile.special, 27, edge=INK), x - size * 0.28, y + size * 0.18)


def _heading(canvas: Canvas, x: float, y: float, label: str, signs: Sequence[str], seat: str) -> None:
    """Draw the line at the top of a tile: its square or id, and signs for gems and specials."""
    left = x - (width(label, SMALL, True) + 23 * len(signs)) / 2
    left += canvas.text(left, y, label, SMALL, mix(TRIBES[seat], TEXT, 0.86), bold=True) + 2
    for i, sign in enumerate(signs):
        canvas.centre(marks.sign(sign, 24 if sign == "gem" else 27, edge=INK), left + 12 + 23 * i, y)


def framed(canvas: Canvas, x: float, y: float, seat: str) -> None:
    """Draw the frame of the tile that was placed last."""
    canvas.centre(marks.frame(seat, SIZE + 8, FRESH, 7), x, y)
