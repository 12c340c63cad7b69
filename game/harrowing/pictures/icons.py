"""Icons for text, in the pictures' own shapes: runes, pillars of the seats, power."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image

from drawing.colours import INK
from game.harrowing.pictures import marks

SIZE = 128
"""Pixels on a side, as Discord shows emojis at most."""


@cache
def icons() -> dict[str, bytes]:
    """PNG files by name: runes ("rune_a"), pillars ("pillar_1"), power, hit, clash, blank, lock."""
    images = {f"rune_{letter.lower()}": marks.rune(letter, SIZE) for letter in marks.RUNE}
    images |= {f"pillar_{seat[1]}": marks.pillar(seat, SIZE) for seat in marks.PILLAR}
    images |= {face: marks.die(face, SIZE) for face in ("hit", "clash", "blank")}
    images |= {"power": marks.sign("cube", SIZE), "lock": marks.sign("lock", SIZE, edge=INK)}
    return {name: _file(image) for name, image in images.items()}


def _file(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
