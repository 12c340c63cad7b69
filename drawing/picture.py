"""A finished picture, and how it is made small."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from drawing.colours import Colour

ALT_LIMIT = 1024
"""Characters of a description that Discord takes."""


LEVEL = 3
"""Of zlib: the next one takes as long again as the rest of drawing a board, for a twentieth fewer bytes."""


class Picture(NamedTuple):
    """An image file, what it shows in words (at most ALT_LIMIT characters), and a name for it."""

    data: bytes
    alt: str
    filename: str


def palette_of(exact: Iterable[Colour], sample: Image.Image) -> Image.Image:
    """256 colours to save pictures with: some exactly, then what a sample has between them."""
    wanted = dict.fromkeys(exact)
    few = sample.quantize(256 - len(wanted), Image.Quantize.MEDIANCUT, kmeans=2).getpalette() or []
    found = Image.new("P", (1, 1))
    found.putpalette([*(channel for colour in wanted for channel in colour), *few][: 3 * 256])
    return found


def finish(image: Image.Image, palette: Image.Image, alt: str, name: str) -> Picture:
    """The image as a PNG of the palette's colours."""
    return Picture(encode(image, palette), shortened(alt), f"{name}.png")


def encode(image: Image.Image, palette: Image.Image) -> bytes:
    """A PNG. No dithering: it would cost bytes, and flat surfaces their rest."""
    file = BytesIO()
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(file, "PNG", compress_level=LEVEL)
    return file.getvalue()


def icon(image: Image.Image) -> bytes:
    """A PNG with all its colours, as small as it can be: it is made once."""
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def shortened(alt: str) -> str:
    """A description within Discord's limit, cut between words if need be."""
    return alt if len(alt) <= ALT_LIMIT else f"{alt[: ALT_LIMIT - 1].rsplit(' ', 1)[0]}…"
