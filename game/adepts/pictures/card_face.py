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
"""At scale 1, in pixels."""
BAND, ART = 74, 108
"""Heights of the name's band and of the painting below it."""
TEXT_TOP = 242
ATTACK = rgb("b3263a")


@lru_cache(96)
def face(spell: str, scale: float = 1.0, letters: bool = False) -> Image.Image:
    """The printed side of a card, `scale` times as large as in a hand, on the pictures' ground."""
    card = SPELLS[spell]

    def px(number: float) -> int:
        return round(number * scale)

    canvas = Canvas(px(WIDTH), px(HEIGHT), NIGHT)
    colour = PHASES[card.phase]
    canvas.panel(0, 0, px(WIDTH), px(HEIGHT), PAPER, px(20), PAPER_EDGE, px(3))
    band = panel(px(WIDTH), px(BAND), px(20), colour, corners=(True, True, False, False))
    canvas.put(band, 0, 0)
    size = next((s for s in (30, 28) if width(card.name, px(s), True) <= px(WIDTH - 32)), 28)
    canvas.text(px(16), px(37), card.name, px(size), TEXT, bold=True)
    _art(canvas, spell, scale, letters)
    canvas.text(px(16), px(206), f"{card.phase}  {PHASE_NAMES[card.phase]}", px(28), mix(colour, INK, 0.35), bold=True)
    canvas.text(px(WIDTH - 16), px(206), spell, px(28), PAPER_DIM, bold=True, side="right")
    canvas.image.paste(PAPER_EDGE, (px(16), px(228), px(WIDTH - 16), px(228) + px(2)))
    _print(canvas, card.text, scale)
    return canvas.image


def _print(canvas: Canvas, text: str, scale: float) -> None:
    """The text, as large as there is room for."""
    for size in (32, 30, 28):
        lines, step = wrap(text, round((WIDTH - 32) * scale), round(size * scale)), size * 1.2
        if TEXT_TOP + len(lines) * step <= HEIGHT - 8:
            break
    for i, line in enumerate(lines):
        canvas.text(16 * scale, (TEXT_TOP + (i + 0.5) * step) * scale, line, round(size * scale), INK)


def _art(canvas: Canvas, spell: str, scale: float, letters: bool) -> None:
    """The gems it costs, in the light of its phase; thorns for a spell that is cast against the others."""
    card = SPELLS[spell]
    top, high, wide = round(BAND * scale), round(ART * scale), round(WIDTH * scale)
    ground = mix(PHASES[card.phase], INK, 0.62)
    canvas.image.paste(ground, (0, top, wide, top + high))
    middle = top + high / 2
    for i in range(5, 0, -1):
        colour = mix(ground, GEMS[GEM_NAMES[card.cost[0][0]]], 0.5 - 0.08 * i)
        r = round((14 + 22 * i) * scale)
        ring = panel(2 * r, 2 * r, r, colour)
        box = canvas.image.crop((0, top, wide, top + high))
        box.paste(ring, (wide // 2 - r, high // 2 - r), ring)
        canvas.image.paste(box, (0, top))
    cost = [GEM_NAMES[kind] for kind, count in card.cost for _ in range(count)]
    size = round(88 * scale)
    for i, name in enumerate(cost):
        x = wide / 2 + (i - (len(cost) - 1) / 2) * (size + 12 * scale)
        canvas.centre(stone(name, size, letters), x, middle)
    if spell.endswith("B"):
        for x in (24, WIDTH - 24):
            canvas.centre(marks.thorns(round(34 * scale), mix(ATTACK, FRESH, 0.3)), x * scale, middle)
