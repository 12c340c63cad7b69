"""Icons for text, in the pictures' own shapes: gems, phases, adepts, players, and the game's few other things."""

from __future__ import annotations

from functools import cache

from PIL import Image

from drawing.colours import GOLD, SEATS, TEXT, mix
from drawing.lettering import CAP, word
from drawing.picture import icon
from drawing.shapes import panel
from game.adepts.pictures import marks
from game.adepts.pictures.colours import PHASES
from game.adepts.pictures.gems import gem
from game.adepts.rules.gems import GEM_NAMES

SIZE = 128
"""Pixels on a side, the most at which Discord shows emojis."""


@cache
def icons() -> dict[str, bytes]:
    """PNG files by name: topaz, adept_topaz and so on, phase_1 to phase_5, p1 to p5, mana, miner, spell, first."""
    images = {name: gem(name, SIZE) for name in GEM_NAMES}
    images |= {f"adept_{name}": _adept(name) for name in GEM_NAMES}
    images |= {f"phase_{i}": _phase(phase) for i, phase in enumerate(PHASES, 1)}
    images |= {seat.lower(): marks.badge(seat, SIZE) for seat in SEATS}
    images |= {"mana": marks.mana(SIZE), "miner": marks.cube(SIZE, TEXT), "spell": marks.cards(SIZE)}
    images |= {"first": marks.pawn(SIZE)}
    return {name: icon(image) for name, image in images.items()}


def _adept(name: str) -> Image.Image:
    """The gem under a crown."""
    image = Image.new("RGBA", (SIZE, SIZE))
    image.alpha_composite(panel(SIZE, SIZE, 26, mix(GOLD, (0, 0, 0), 0.72), GOLD, 7))
    image.alpha_composite(gem(name, 84), (22, 38))
    image.alpha_composite(marks.crown(60), (34, 4))
    return image


def _phase(phase: str) -> Image.Image:
    """The numeral on a disc."""
    image = panel(SIZE, SIZE, SIZE // 2, PHASES[phase], TEXT, 7).copy()
    text = word(phase, 60, bold=True)
    place = (SIZE - text.advance) // 2 + text.left, round(SIZE / 2 + 60 * CAP / 2) + text.top
    image.paste((*TEXT, 255), place, text.mask)
    return image
