"""A picture in progress, on which sprites and words are placed."""

from __future__ import annotations

from typing import Literal

from PIL import Image

from drawing.colours import NIGHT, TEXT, Colour
from drawing.lettering import CAP, word
from drawing.shapes import panel

Side = Literal["left", "middle", "right"]


class Canvas:
    """An opaque image that sprites and words are placed on. Coordinates are pixels from the upper left."""

    def __init__(self, width: int, height: int, ground: Colour = NIGHT) -> None:
        self.image = Image.new("RGB", (width, height), ground)

    def put(self, sprite: Image.Image, x: float, y: float) -> None:
        """Place a sprite with its upper left corner at this point."""
        self.image.paste(sprite, (round(x), round(y)), sprite if sprite.mode == "RGBA" else None)

    def centre(self, sprite: Image.Image, x: float, y: float) -> None:
        """Place a sprite with its centre at this point."""
        self.put(sprite, x - sprite.width / 2, y - sprite.height / 2)

    def panel(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        fill: tuple[int, ...] | None,
        radius: int = 14,
        edge: Colour | None = None,
        thick: int = 0,
    ) -> None:
        """Draw a rectangle with rounded corners."""
        self.put(panel(width, height, radius, fill, edge, thick), x, y)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        colour: Colour = TEXT,
        bold: bool = False,
        side: Side = "left",
    ) -> int:
        """Draw text on one line, with the middle of its capitals at `y` and the named side at `x`; return its width."""
        ink = word(text, size, bold)
        start = x - {"left": 0.0, "middle": ink.advance / 2, "right": ink.advance}[side]
        base = y + size * CAP / 2
        self.image.paste(colour, (round(start) + ink.left, round(base) + ink.top), ink.mask)
        return ink.advance
