"""The 256 colours that pictures are saved with: all are known, so none is chosen from a picture."""

from __future__ import annotations

from functools import cache

from PIL import Image

from drawing import colours
from drawing.colours import Colour, mix
from game.mana_surge.pictures.colours import NOBODY, PLAYERS, SHADES, SIGNS


@cache
def table() -> Image.Image:
    """Surfaces, players and kinds exactly, then the steps of the edges between them."""
    found: dict[Colour, None] = dict.fromkeys([*_ground(), *_players(), *_kinds()])
    chosen = list(found)[:256]
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in chosen for channel in colour])
    return palette


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
        found += [mix(colour, colours.FRESH, share) for share in (0.2, 0.3, 0.38)]
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
