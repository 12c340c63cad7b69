"""A finished picture, and how it is compressed."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from drawing.colours import Colour

ALT_LIMIT = 1024
"""Characters of a description (alt text) that Discord takes."""


LEVEL = 3
"""zlib's compression level: the next one takes as long as drawing a board, for a twentieth fewer bytes."""


class Picture(NamedTuple):
    """An image file, its alt text (at most ALT_LIMIT characters), and its file name."""

    data: bytes
    alt: str
    filename: str


def palette_of(exact: Iterable[Colour], sample: Image.Image) -> Image.Image:
    """Return a palette of 256 colours: some exact ones, the rest chosen from a sample."""
    wanted = dict.fromkeys(exact)
    few = sample.quantize(256 - len(wanted), Image.Quantize.MEDIANCUT, kmeans=2).getpalette() or []
    found = Image.new("P", (1, 1))
    found.putpalette([*(channel for colour in wanted for channel in colour), *few][: 3 * 256])
    return found


def finish(image: Image.Image, palette: Image.Image, alt: str, name: str) -> Picture:
    """Return the image as a PNG picture in the palette's colours."""
    return Picture(encode(image, palette), shortened(alt), f"{name}.png")


def encode(image: Image.Image, palette: Image.Image) -> bytes:
    """Encode a PNG. No dithering: it would cost bytes and make flat surfaces noisy."""
    file = BytesIO()
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(file, "PNG", compress_level=LEVEL)
    return file.getvalue()


def icon(image: Image.Image) -> bytes:
    """Encode a full-colour PNG as small as possible; this is slow, but done once."""
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def shortened(alt: str) -> str:
    """Return a description within Discord's limit, cut between words if needed."""
    return alt if len(alt) <= ALT_LIMIT else f"{alt[: ALT_LIMIT - 1].rsplit(' ', 1)[0]}…"
