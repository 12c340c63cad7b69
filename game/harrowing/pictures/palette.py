"""The 256 colours that pictures are saved with. They are chosen once, since choosing them is the slowest part of saving
a picture."""

from __future__ import annotations

from functools import cache

from PIL import Image

from drawing import colours
from drawing.canvas import Canvas
from drawing.colours import Colour, mix
from drawing.picture import palette_of
from game.harrowing.pictures import colours as own
from game.harrowing.pictures import marks


@cache
def table() -> Image.Image:
    """Return the palette: surfaces, runes, players and kinds exactly, then the shades between them."""
    return palette_of([*_ground(), *_things()], _sample())


def _sample() -> Image.Image:
    """Return a sample of marks, at the reduced size of films."""
    canvas = Canvas(800, 600)
    for i, seat in enumerate(marks.PILLAR):
        for j in range(6):
            canvas.centre(marks.pillar(seat, 60), 60 + 70 * j, 60 + 70 * i)
            canvas.centre(marks.rune("ABC"[j % 3], 50, j > 3), 480 + 60 * j, 60 + 70 * i)
            canvas.centre(marks.slot(j % 2 == 0, 46, i % 2 == 0), 60 + 56 * j, 340 + 56 * i)
            canvas.centre(marks.die(("hit", "clash", "blank")[j % 3], 60), 430 + 62 * j, 340 + 60 * i)
    return canvas.image.resize((576, 432), Image.Resampling.HAMMING)


def _ground() -> list[Colour]:
    found = [colours.NIGHT, colours.PANEL, colours.RAISED, colours.SLOT, colours.EDGE, colours.INK, colours.DIM]
    found += [colours.TEXT, colours.FRESH, colours.ACCENT, colours.GOLD, colours.BAD, colours.GOOD]
    for ground in (colours.NIGHT, colours.PANEL, colours.INK, colours.RAISED, own.GROUND):
        found += [mix(ground, colours.TEXT, i / 6) for i in range(1, 6)]
    for colour in (colours.ACCENT, colours.GOOD, colours.BAD):
        found += [mix(ground, colour, i / 4) for i in range(1, 4) for ground in (colours.PANEL, colours.NIGHT)]
    return found


def _things() -> list[Colour]:
    found = [own.GROUND, own.CORE, own.EMPTY, own.HOLE, own.SHADE]
    for colour in own.KINDS.values():
        ground = mix(own.GROUND, colour, 0.05)
        found += [ground, mix(ground, colour, 0.75), mix(ground, colour, 0.4), mix(colours.NIGHT, colour, 0.5)]
    for colour in own.RUNES.values():
        found += [colour, mix(colour, colours.INK, 0.62), mix(colour, colours.INK, 0.35)]
    for colour in colours.SEATS.values():
        found += [
            colour,
            mix(colour, colours.TEXT, 0.6),
            mix(colours.PANEL, colour, 0.55),
            mix(colour, colours.INK, 0.5),
        ]
    found += [own.POWER, mix(own.POWER, colours.TEXT, 0.5), mix(own.POWER, colours.INK, 0.3), own.BURST]
    return [*found, mix(colours.PANEL, colours.BAD, 0.28), mix(colours.PANEL, colours.BAD, 0.35)]
