"""The palette of 256 colours that pictures are saved with: chosen once, since choosing one for each picture is slow."""

from __future__ import annotations

from functools import cache

from PIL import Image

from drawing import colours
from drawing.colours import Colour, mix
from game.the_adept.pictures.marks import EFFECT, LOOKS, SURFACES

_STEPS = 5


@cache
def table() -> Image.Image:
    """Return the palette: surfaces, inks, and the shades between each ink and what it stands on."""
    found: dict[Colour, None] = dict.fromkeys([*SURFACES, *_inks()])
    for ground in SURFACES:
        for ink in _inks():
            found |= dict.fromkeys(mix(ground, ink, i / _STEPS) for i in range(1, _STEPS))
    for look in LOOKS.values():
        for ink in (look.ink, look.edge):
            found |= dict.fromkeys(mix(look.body, ink, i / _STEPS) for i in range(_STEPS + 1))
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in found for channel in colour][: 3 * 256])
    return palette


def _inks() -> list[Colour]:
    return [colours.TEXT, colours.DIM, colours.EDGE, colours.GOLD, colours.GOOD, colours.BAD, colours.INK, EFFECT]
