"""Text as masks: one font family (Inter) in two weights; everything measured is cached."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import as_file, files
from typing import NamedTuple
from unicodedata import normalize

from PIL import Image, ImageDraw, ImageFont

from drawing.colours import INK, TEXT

SMALLEST = 28
"""Size in pixels of the smallest text in a picture 1000 wide: 11 on a phone that shows it 400 wide."""

CAP = 0.727
"""Height of capitals and figures relative to the font size."""


class Word(NamedTuple):
    """A mask of the ink, its offset from the start of the baseline, and how far the pen advances."""

    mask: Image.Image
    left: int
    top: int
    advance: int


@cache
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the font in a size and weight. The basic layout engine draws the same on every machine."""
    name = f"Inter-{'Bold' if bold else 'Medium'}.otf"
    with as_file(files(__package__) / "fonts" / name) as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4096)
def word(text: str, size: int, bold: bool = False, stroke: int = 0) -> Word:
    """Return text as a mask; `stroke` thickens it by that many pixels on every side."""
    face = font(size, bold)
    left, top, right, bottom = map(round, face.getbbox(text, anchor="ls", stroke_width=stroke))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), text, 255, face, anchor="ls", stroke_width=stroke)
    return Word(mask, left, top, round(face.getlength(text)))


@lru_cache(256)
def outlined(text: str, size: int, stroke: int = 4) -> Image.Image:
    """Return bold, bright text with a dark outline of `stroke` pixels, readable on any background."""
    ink, edge = word(text, size, bold=True), word(text, size, bold=True, stroke=stroke)
    image = Image.new("RGBA", edge.mask.size)
    image.paste((*INK, 255), (0, 0), edge.mask)
    image.paste((*TEXT, 255), (ink.left - edge.left, ink.top - edge.top), ink.mask)
    return image


@lru_cache(4096)
def width(text: str, size: int, bold: bool = False) -> int:
    """Return the width of text in pixels."""
    return round(font(size, bold).getlength(text))


@lru_cache(1024)
def fit(text: str, room: int, size: int, bold: bool = False) -> str:
    """Return the text, or as much of it as fits into `room` pixels, with an ellipsis."""
    if width(text, size, bold) <= room:
        return text
    while text and width(f"{text}…", size, bold) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def shrunk(text: str, room: int, sizes: Sequence[int], bold: bool = False) -> tuple[str, int]:
    """Return the text and the first of these sizes at which it fits; if none, as much of it as fits at the last
    size."""
    size = next((size for size in sizes if width(text, size, bold) <= room), sizes[-1])
    return fit(text, room, size, bold), size


@lru_cache(256)
def wrap(text: str, room: int, size: int, bold: bool = False) -> tuple[str, ...]:
    """Break the text between words into lines no wider than `room`; a longer word stands alone."""
    lines: list[str] = []
    for part in text.split():
        joined = f"{lines[-1]} {part}" if lines else part
        if lines and width(joined, size, bold) <= room:
            lines[-1] = joined
        else:
            lines.append(part)
    return tuple(lines)


@lru_cache(1024)
def printable(name: str, instead: str) -> str:
    """Return a person's name on one line, in the characters that the font has; `instead` if none is left.

    Letters in a style (script, wide, circled) that the font lacks are plain ones.
    """
    kept = " ".join("".join(map(_drawn, normalize("NFC", name))).split())
    return kept or instead


@lru_cache(4096)
def _drawn(character: str) -> str:
    """Return the character, or the plain ones that Unicode says it stands for; a space if the font lacks these too."""
    return next((text for text in (character, normalize("NFKC", character)) if all(map(_has, text))), " ")


@lru_cache(4096)
def _has(character: str) -> bool:
    if character.isspace():
        return True
    face = font(SMALLEST)
    return character.isprintable() and bytes(face.getmask(character)) != bytes(face.getmask("\U0010fffe"))
