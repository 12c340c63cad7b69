"""The 256 colours with which pictures are saved. They are chosen once, as choosing them for each picture is the slowest
part of drawing."""

from __future__ import annotations

from functools import cache

from PIL import Image

from drawing import colours
from drawing.colours import Colour, mix
from drawing.picture import palette_of
from game.adepts.pictures import card_face, gems
from game.adepts.pictures.colours import GEMS, PHASES


@cache
def table() -> Image.Image:
    """The palette for the board, the queues and the score sheet: flat colours exactly, the rest from the gems."""
    return _palette([*_ground(), *_players()], _stones())


@cache
def paper() -> Image.Image:
    """The palette for cards, from what the cards of each phase are painted with."""
    spells = ("1B", "2B", "4B", "6B", "7B", "9B", "11B", "12B", "14B", "16B", "17B", "19B")
    sheet = Image.new("RGB", (3 * card_face.WIDTH, 4 * card_face.ART + 200))
    sheet.paste(_stones(), (0, 4 * card_face.ART))
    for i, spell in enumerate(spells):
        art = card_face.face(spell).crop((0, card_face.BAND, card_face.WIDTH, card_face.BAND + card_face.ART))
        sheet.paste(art, (i % 3 * card_face.WIDTH, i // 3 * card_face.ART))
    passages = [mix(colours.PAPER, colours.INK, i / 6) for i in range(1, 6)]
    for colour in PHASES.values():
        passages += [colour, *(mix(colour, colours.TEXT, i / 4) for i in range(1, 4))]
        ink = mix(colour, colours.INK, 0.35)
        passages += [ink, mix(ink, colours.PAPER, 0.5)]
    for colour in (colours.GOOD, colours.BAD):
        passages += [mix(colours.PANEL, colour, i / 4) for i in range(1, 4)]
    return _palette([*_ground(), *passages, *colours.SEATS.values()], sheet)


def _stones() -> Image.Image:
    """All gems, large and small."""
    sheet = Image.new("RGB", (3 * card_face.WIDTH, 200), colours.PANEL)
    for i, name in enumerate(GEMS):
        for y, sprite in ((0, gems.gem(name, 96)), (100, gems.gem(name, 48))):
            sheet.paste(sprite, (100 * i, y), sprite)
    return sheet


def _palette(wanted: list[Colour], rest: Image.Image) -> Image.Image:
    return palette_of([*wanted, *(colour for name in GEMS for colour in gems.polish(name))], rest)


def _ground() -> list[Colour]:
    """The colours of surfaces and words, and the steps between a word and its background."""
    found = [colours.NIGHT, colours.PANEL, colours.RAISED, colours.SLOT, colours.EDGE, colours.INK, colours.DIM]
    found += [colours.TEXT, colours.FRESH, colours.ACCENT, colours.GOLD, colours.GOOD, colours.BAD]
    found += [colours.PAPER, colours.PAPER_EDGE, colours.PAPER_DIM]
    for ground in (colours.NIGHT, colours.PANEL, colours.INK):
        found += [mix(ground, colours.TEXT, i / 6) for i in range(1, 6)]
    for colour in (colours.ACCENT, colours.GOLD, colours.DIM):
        found += [mix(colours.PANEL, colour, i / 4) for i in range(1, 4)]
    return found


def _players() -> list[Colour]:
    """The colours of blocks with their signs, and of the mines."""
    found = []
    for seat, colour in colours.SEATS.items():
        found += [colour, mix(colour, colours.INK, 0.45), mix(colour, colours.FRESH, 0.3)]
        found += [mix(colour, colours.ON_SEAT[seat], i / 4) for i in range(1, 4)]
        found += [mix(colours.PANEL, colour, 0.5), mix(colours.SLOT, colour, 0.35)]
    for name, colour in GEMS.items():
        found += [
            colour,
            mix(colours.PANEL, colour, 0.16),
            mix(colour, colours.INK, 0.5),
            mix(colour, colours.INK, 0.34),
        ]
        if name == "onyx":
            found.append(colours.rgb("5c647c"))
    return found
