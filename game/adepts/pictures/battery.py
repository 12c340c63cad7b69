"""A battery: as full as its level, with the level on it."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import EDGE, FRESH, INK, SLOT, TEXT, mix, rgb
from drawing.lettering import word
from drawing.shapes import panel
from game.adepts.pictures.colours import GEMS
from game.adepts.rules.gems import TOP_LEVEL

WIDTH, HEIGHT = 70, 34
BODY = 65
CHARGE = {gem: rgb("5c647c") if gem == "onyx" else mix(colour, INK, 0.34) for gem, colour in GEMS.items()}


@lru_cache(256)
def battery(gem: str, level: int, fresh: bool = False) -> Image.Image:
    """Draw the battery of a gem: without a number if it is empty, with a bright edge if it has changed."""
    canvas, edge = Canvas(BODY, HEIGHT, SLOT), FRESH if fresh else EDGE
    canvas.image.paste(CHARGE[gem], (3, 3, 3 + round((BODY - 6) * level / TOP_LEVEL), HEIGHT - 3))
    if level:
        text, border = word(str(level), 30, True), word(str(level), 30, True, 3)
        left, base = (BODY - text.advance) // 2, HEIGHT // 2 + 11
        canvas.image.paste(INK, (left + border.left, base + border.top), border.mask)
        canvas.image.paste(TEXT, (left + text.left, base + text.top), text.mask)
    body = canvas.image.convert("RGBA")
    body.putalpha(panel(BODY, HEIGHT, 7, INK).getchannel("A"))
    body.alpha_composite(panel(BODY, HEIGHT, 7, None, edge, 3))
    whole = Image.new("RGBA", (WIDTH, HEIGHT))
    whole.paste(edge, (BODY, 10, WIDTH - 1, HEIGHT - 10))
    whole.alpha_composite(body)
    return whole
