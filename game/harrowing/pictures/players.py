"""The players' boards: pool, fortress, pillars, slots of their spells, claimed tiles, and their progress towards
winning."""

from __future__ import annotations

from drawing.canvas import Canvas
from drawing.colours import ACCENT, BAD, DIM, EDGE, GOLD, GOOD, PANEL, RAISED, SEATS, TEXT, mix
from drawing.lettering import outlined, shrunk, width
from drawing.people import name_of
from game.core.words import Names
from game.harrowing.pictures import marks, tile
from game.harrowing.pictures.colours import GROUND, KINDS
from game.harrowing.rules.content import BOARD, RITUAL
from game.harrowing.rules.reader import Claimed, Player, ViewReader
from game.harrowing.rules.scoring import ENOUGH

ROW, GAP, WIDTH = 196, 8, 984
FIRST, SECOND = 48, 142
TILE = 78
SLOT = 27
RUNES = 808
"""Where the counts per rune begin, in pixels from the left of a row."""


def height(now: ViewReader) -> int:
    """Return the height of all rows together."""
    return len(now.players) * (ROW + GAP)


def draw(canvas: Canvas, left: int, top: int, now: ViewReader, names: Names, letters: bool = False) -> None:
    """Draw one row per player."""
    for i, seat in enumerate(now.players):
        _row(canvas, left, top + i * (ROW + GAP), seat, now, names)
        if letters:
            canvas.centre(outlined(tile.LETTERS[seat], 34), left + 56, top + i * (ROW + GAP) + FIRST + 6)


def _row(canvas: Canvas, x: int, y: int, seat: str, now: ViewReader, names: Names) -> None:
    player, asked = now.players[seat], seat in now.pending
    won = seat == now.winner
    edge = ACCENT if asked else GOLD if won else mix(PANEL, EDGE, 0.5)
    canvas.panel(x, y, WIDTH, ROW, RAISED if asked or won else PANEL, 16, edge, 4 if asked or won else 2)
    canvas.panel(x + 6, y + 6, 10, ROW - 12, SEATS[seat], 5)
    canvas.centre(marks.pillar(seat, 60), x + 56, y + FIRST)
    if won:
        canvas.centre(marks.sign("crown", 44), x + 112, y + FIRST)
    left = x + (140 if won else 96)
    name, size = shrunk(name_of(seat, names), x + 326 - left, (34, 30, 28), True)
    canvas.text(left, y + FIRST, name, size, TEXT, bold=True)
    at = x + 362
    for name, number, room in (("pool", player.pool, 42), ("fort", player.fort, 42), ("tower", player.pillars, 60)):
        sign = marks.pillar(seat, 40) if name == "tower" else marks.sign(name, 40)
        canvas.centre(sign, at, y + FIRST)
        text, size = shrunk(str(number), room, (38, 34, 30), True)
        canvas.text(at + 26, y + FIRST, text, size, TEXT if number else DIM, bold=True)
        at += 92
    _claimed(canvas, x + 638, y + FIRST, x + WIDTH - 12, seat, now)
    _spells(canvas, x + 24, y + SECOND, seat, now)
    _count(canvas, x + RUNES, y + SECOND, seat, now)


def _claimed(canvas: Canvas, left: int, y: float, right: int, seat: str, now: ViewReader) -> None:
    """Draw claimed tiles side by side, those that count first; sealed ones are dim."""
    shown = standing(now.players[seat])
    if not shown:
        canvas.text(right - 12, y, "no tile claimed", 28, DIM, side="right")
        return
    step = min(TILE + 4, (right - left - TILE) / max(1, len(shown) - 1))
    for i, each in enumerate(shown):
        mini(canvas, right - TILE / 2 - (len(shown) - 1 - i) * step, y, each)


def mini(canvas: Canvas, x: float, y: float, each: Claimed, wide: int = TILE) -> None:
    """Draw a claimed tile: its runes, dim if they do not count, and below them its slots, or a lock if it is sealed."""
    face, k = each.face, wide / TILE
    fill = mix(GROUND, KINDS[face.kind], 0.05)
    edge = mix(fill, KINDS[face.kind], 0.3 if each.sealed else 0.8)
    canvas.centre(marks.hexagon(wide, wide * 2 / 3**0.5, fill, edge, 4), x, y)
    low = bool(face.slots) or each.sealed
    high = round((34, 34, 28, 20)[len(face.runes)] * k)
    tile.runes(canvas, x, y - (11 * k if low else 0), face.runes, high, each.sealed or face.wild)  # ruling r18
    if each.sealed:
        canvas.centre(marks.sign("lock", round(26 * k)), x, y + 23 * k)
    elif face.slots:
        marks.slots(canvas, x, y + 22 * k, face.slots, each.power, round(24 * k))


def _spells(canvas: Canvas, left: int, y: float, seat: str, now: ViewReader) -> None:
    """Draw the spells of the board with their slots; rituals in force are bright."""
    power, x = now.players[seat].power, float(left)
    for face in BOARD:
        wide = max(width(face.name, 28), len(face.slots) * SLOT)
        ritual = face.kind == RITUAL
        counts = ritual and "0" not in power[face.source]
        if ritual:
            edge = GOOD if counts else mix(PANEL, KINDS["ritual"], 0.7)
            canvas.panel(round(x), round(y) - 40, wide + 10, 82, None, 12, edge, 3 if counts else 2)
            x += 5
        canvas.text(x + wide / 2, y - 20, face.name, 28, GOOD if counts else DIM, side="middle")
        marks.slots(canvas, x + wide / 2, y + 18, face.slots, power[face.source], SLOT)
        x += wide + (8 if ritual else 7)


def _count(canvas: Canvas, left: int, y: float, seat: str, now: ViewReader) -> None:
    """Draw how many claimed tiles show each rune; two of one are a warning, three win."""
    for i, (rune, count) in enumerate(now.runes(seat).items()):
        x = left + i * 57
        near = count >= ENOUGH - 1
        if near:
            canvas.panel(round(x), round(y) - 40, 56, 82, mix(PANEL, BAD, 0.35), 12, BAD, 3)
        canvas.centre(marks.rune(rune, 38, not count), x + 28, y - 17)
        canvas.text(x + 28, y + 22, f"{count}/{ENOUGH}", 28, TEXT if count else DIM, bold=bool(count), side="middle")


def standing(player: Player) -> list[Claimed]:
    """Return claimed tiles in the order shown: those that count first."""
    return sorted(player.claimed, key=lambda each: (each.sealed, each.face.wild))
