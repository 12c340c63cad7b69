"""Icons for text, in the pictures' own shapes: runes, pillars of the seats, power."""

from __future__ import annotations

from functools import cache

from drawing.colours import INK
from drawing.picture import icon
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
    return {name: icon(image) for name, image in images.items()}
