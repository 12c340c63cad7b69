"""The 256 colours that pictures are saved with. They are chosen once, since choosing them is the slowest part of saving
a picture."""

from __future__ import annotations

from functools import cache

from PIL import Image

from drawing import colours
from drawing.canvas import Canvas
from drawing.colours import Colour, mix
from drawing.picture import palette_of
from game.mana_surge.pictures import field, marks
from game.mana_surge.pictures.colours import NOBODY, PLAYERS, SHADES, SIGNS
from game.mana_surge.pictures.plan import plan
from game.mana_surge.rules.boards import USUAL, board


@cache
def table() -> Image.Image:
    """Return the palette: surfaces, players and kinds exactly, then the shades that occur on a map between them."""
    return palette_of([*_ground(), *_players(), *_kinds()], _sample())


def _sample() -> Image.Image:
    """Return a sample map with a token of each colour and every kind of hex, at the reduced size of films."""
    canvas = Canvas(1000, 900)
    canvas.put(field.ground(USUAL), 0, 0)
    on, wood = board(USUAL), (*PLAYERS, None)
    for i, (hex, (x, y)) in enumerate(plan(on).centres.items()):
        if i % 2:
            canvas.centre(marks.token(wood[i // 2 % len(wood)], 76, fresh=i % 3 == 0), x, y)
        else:
            field.draw_sign(canvas, on.kind(hex), x, y, 140)
    return canvas.image.resize((720, 648), Image.Resampling.HAMMING)


def _ground() -> list[Colour]:
    found = [colours.NIGHT, colours.PANEL, colours.RAISED, colours.SLOT, colours.EDGE, colours.INK, colours.DIM]
    found += [
        colours.TEXT,
        colours.FRESH,
        colours.ACCENT,
        colours.GOLD,
        colours.BAD,
        mix(colours.PANEL, colours.TEXT, 0.16),
    ]
    for ground in (colours.NIGHT, colours.PANEL, colours.INK):
        found += [mix(ground, colours.TEXT, i / 6) for i in range(1, 6)]
    for colour in (colours.ACCENT, colours.GOLD, colours.DIM, colours.BAD, colours.GOOD):
        found += [mix(colours.PANEL, colour, i / 4) for i in range(1, 4)]
    return found


def _players() -> list[Colour]:
    found = []
    for colour in (*PLAYERS.values(), NOBODY):
        found += [colour, mix(colour, colours.INK, 0.5), mix(colour, colours.INK, 0.42)]
        found += [mix(colour, colours.FRESH, share) for share in (0.2, 0.3, 0.45)]
        found += [mix(colour, colours.TEXT, i / 4) for i in range(1, 4)]
        found += [mix(colour, colours.INK, i / 4) for i in (1, 3)]
        found += [mix(shade, colour, 0.45) for shade in SHADES.values()]
    return found


def _kinds() -> list[Colour]:
    found = []
    for kind, shade in SHADES.items():
        sign = SIGNS[kind]
        found += [shade, sign, mix(shade, sign, 0.24), mix(shade, colours.TEXT, 0.6)]
        found += [mix(shade, sign, i / 4) for i in range(1, 4)]
        found += [mix(shade, colours.TEXT, i / 4) for i in range(1, 4)]
    found += [mix(SHADES["pool"], colours.FRESH, 0.22), mix(SHADES["pool"], colours.ACCENT, 0.5)]
    return found
