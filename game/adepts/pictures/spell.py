"""One spell card, large, for lookups."""

from __future__ import annotations

from drawing.canvas import Canvas
from drawing.picture import Picture, finish
from game.adepts.pictures import alt, palette
from game.adepts.pictures.card_face import lying

MARGIN = 10


def spell_card(spell: str, letters: bool = False) -> Picture:
    """Draw the card of a spell ("10B"). With `letters` gems also bear their initials.

    Raises KeyError for what is no spell.
    """
    card = lying(spell, letters)
    canvas = Canvas(card.width + 2 * MARGIN, card.height + 2 * MARGIN)
    canvas.put(card, MARGIN, MARGIN)
    return finish(canvas.image, palette.paper(), alt.spell(spell), f"spell-{spell}")
