"""One spell card, large, for lookups."""

from __future__ import annotations

from drawing.canvas import Canvas
from drawing.picture import Picture, finish
from game.adepts.pictures import alt, palette
from game.adepts.pictures.card_face import HEIGHT, WIDTH, face

SCALE = 2.0
MARGIN = 20


def spell_card(spell: str, letters: bool = False) -> Picture:
    """The card of a spell ("10B"). With `letters` gems also bear their initials.

    Raises KeyError for what is no spell.
    """
    card = face(spell, SCALE, letters)
    canvas = Canvas(round(WIDTH * SCALE) + 2 * MARGIN, round(HEIGHT * SCALE) + 2 * MARGIN)
    canvas.put(card, MARGIN, MARGIN)
    return finish(canvas.image, palette.paper(), alt.spell(spell), f"spell-{spell}")
