"""The 256 colours that pictures are saved with. They are chosen once, since choosing them is the slowest part of saving
a picture."""

from __future__ import annotations

from functools import cache

from PIL import Image

from drawing import colours
from drawing.canvas import Canvas
from drawing.colours import Colour, mix
from drawing.picture import palette_of
from game.spirit_ground.pictures import colours as own
from game.spirit_ground.pictures import marks


@cache
def table() -> Image.Image:
    """Return the palette: surfaces, tribes and crystals exactly, then the shades that occur on tiles between them."""
    return palette_of([*_ground(), *_tribes(), *_things()], _sample())


def _sample() -> Image.Image:
    """Return a sample of tiles and signs, at the reduced size of films."""
    canvas = Canvas(800, 640)
    for i in range(20):
        x, y = 80 + 160 * (i % 5), 80 + 160 * (i // 5)
        canvas.centre(marks.body("P1" if i % 2 else "P2", 142, fallen=i % 7 == 0), x, y)
        for j, name in enumerate(("energy", "spirit", "gem", "relic", "arrow")):
            canvas.centre(marks.sign(name, 30, edge=colours.INK), x - 60 + 30 * j, y + (20 if i % 3 else -20))
    return canvas.image.resize((576, 461), Image.Resampling.HAMMING)


def _ground() -> list[Colour]:
    found = [colours.NIGHT, colours.PANEL, colours.RAISED, colours.SLOT, colours.EDGE, colours.INK, colours.DIM]
    found += [colours.TEXT, colours.FRESH, colours.ACCENT, colours.GOLD, colours.BAD]
    for ground in (colours.NIGHT, colours.PANEL, colours.INK, colours.RAISED):
        found += [mix(ground, colours.TEXT, i / 6) for i in range(1, 6)]
    for colour in (colours.ACCENT, colours.GOLD, colours.DIM, colours.BAD):
        found += [mix(ground, colour, i / 4) for i in range(1, 4) for ground in (colours.PANEL, colours.INK)]
    return found


def _tribes() -> list[Colour]:
    found = []
    for colour in (*own.TRIBES.values(), own.STONE):
        found += [
            colour,
            mix(colour, colours.TEXT, 0.5),
            mix(colour, colours.INK, 0.22),
            mix(colour, colours.TEXT, 0.22),
        ]
        found += [mix(colour, colours.TEXT, share) for share in (0.25, 0.7, 0.86)]
        found += [mix(colour, colours.INK, i / 4) for i in range(1, 4)]
        found += [mix(mix(colour, colours.INK, 0.22), colours.TEXT, i / 4) for i in range(1, 4)]
    return found


def _things() -> list[Colour]:
    found = [
        own.SHRINE,
        mix(own.SHRINE, own.RELIC, 0.7),
        mix(own.SHRINE, colours.TEXT, 0.72),
        mix(own.BARE, colours.EDGE, 0.7),
    ]
    for colour in (own.ENERGY, own.SPIRIT, own.RELIC, own.GEM, own.ARROW):
        found += [colour, mix(own.BARE, colour, 0.5), mix(colours.INK, colour, 0.33), mix(colours.INK, colour, 0.66)]
        found += [mix(own.SHRINE, colour, 0.5)]
    return found
