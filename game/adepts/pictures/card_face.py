"""A spell as a card: name, what it costs, its phase, its text; and whether it can be paid."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import FRESH, INK, NIGHT, PAPER, PAPER_DIM, PAPER_EDGE, TEXT, mix, rgb
from drawing.lettering import width, wrap
from drawing.shapes import panel
from game.adepts.pictures import marks
from game.adepts.pictures.colours import GEMS, PHASES
from game.adepts.pictures.gems import stone
from game.adepts.pictures.words import PHASES as PHASE_NAMES
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS

WIDTH, HEIGHT = 320, 520
LONG = 980
"""The width of a card in landscape."""
BAND, ART = 74, 108
"""Heights of the name's band and of the painting below it."""
SIDE, STONE = 300, 100
"""The width of the painting on a card in landscape, and of a gem on that."""
TEXT_TOP = 242
PRINT = 38
"""The text size of a card in landscape."""
ATTACK = rgb("b3263a")


@lru_cache(96)
def face(spell: str, letters: bool = False) -> Image.Image:
    """Draw the printed side of a card, on the background of pictures."""
    card = SPELLS[spell]
    canvas = _blank(WIDTH, HEIGHT, card.phase)
    size = next((s for s in (30, 28) if width(card.name, s, True) <= WIDTH - 32), 28)
    canvas.text(16, 37, card.name, size, TEXT, bold=True)
    canvas.put(_art(spell, WIDTH, ART, letters), 0, BAND)
    _phase(canvas, 16, 206, WIDTH - 16, 28, spell)
    for size in (32, 30, 28):
        lines, step = wrap(card.text, WIDTH - 32, size), size * 1.2
        if TEXT_TOP + len(lines) * step <= HEIGHT - 8:
            break
    for i, line in enumerate(lines):
        canvas.text(16, TEXT_TOP + (i + 0.5) * step, line, size, INK)
    return canvas.image


@lru_cache(32)
def lying(spell: str, letters: bool = False) -> Image.Image:
    """Draw a single card in landscape: its painting at the left, its text beside it and as high as the text needs."""
    card, left, step = SPELLS[spell], SIDE + 44, PRINT * 1.2
    lines = wrap(card.text, LONG - 24 - left, PRINT)
    high = round(BAND + 84 + len(lines) * step + 16)
    canvas = _blank(LONG, high, card.phase)
    canvas.text(22, 37, card.name, 40, TEXT, bold=True)
    canvas.put(_art(spell, SIDE, high - BAND - 32, letters), 20, BAND + 16)
    _phase(canvas, left, BAND + 44, LONG - 22, 34, spell)
    for i, line in enumerate(lines):
        canvas.text(left, BAND + 84 + (i + 0.5) * step, line, PRINT, INK)
    return canvas.image


def _blank(wide: int, high: int, phase: str) -> Canvas:
    """Draw a card with nothing on it but the band of its phase."""
    canvas = Canvas(wide, high, NIGHT)
    canvas.panel(0, 0, wide, high, PAPER, 20, PAPER_EDGE, 3)
    canvas.put(panel(wide, BAND, 20, PHASES[phase], corners=(True, True, False, False)), 0, 0)
    return canvas


def _phase(canvas: Canvas, left: int, y: int, right: int, size: int, spell: str) -> None:
    """Draw the phase in which it is cast and the card's number, above a line."""
    phase = SPELLS[spell].phase
    canvas.text(left, y, f"{phase}  {PHASE_NAMES[phase]}", size, mix(PHASES[phase], INK, 0.35), bold=True)
    canvas.text(right, y, spell, size, PAPER_DIM, bold=True, side="right")
    canvas.image.paste(PAPER_EDGE, (left, y + 22, right, y + 24))


def _art(spell: str, wide: int, high: int, letters: bool) -> Image.Image:
    """Draw the gems that it costs, in the light of its phase; with thorns for a spell against the others."""
    card = SPELLS[spell]
    ground = mix(PHASES[card.phase], INK, 0.62)
    canvas = Canvas(wide, high, ground)
    for i in range(5, 0, -1):
        colour = mix(ground, GEMS[GEM_NAMES[card.cost[0][0]]], 0.5 - 0.08 * i)
        r = 14 + 22 * i
        canvas.put(panel(2 * r, 2 * r, r, colour), wide // 2 - r, high // 2 - r)
    cost, size = [GEM_NAMES[kind] for kind, count in card.cost for _ in range(count)], min(STONE, high - 20)
    for i, name in enumerate(cost):
        canvas.centre(stone(name, size, letters), wide / 2 + (i - (len(cost) - 1) / 2) * (size + 12), high / 2)
    if spell.endswith("B"):
        for x in (24, wide - 24):
            canvas.centre(marks.thorns(34, mix(ATTACK, FRESH, 0.3)), x, high / 2)
    return canvas.image
