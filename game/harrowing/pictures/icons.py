"""Icons for texts, in the same shapes as in the pictures: runes, the seats' pillars, power, dice, the lock."""

from __future__ import annotations

from functools import cache

from drawing.colours import INK
from drawing.picture import icon
from game.harrowing.pictures import marks

SIZE = 128
"""Pixels per side: the largest size at which Discord shows emojis."""


@cache
def icons() -> dict[str, bytes]:
    """Return PNG files by name: runes ("rune_a"), pillars ("pillar_1"), power, hit, clash, blank, lock."""
    images = {f"rune_{letter.lower()}": marks.rune(letter, SIZE) for letter in marks.RUNE}
    images |= {f"pillar_{seat[1]}": marks.pillar(seat, SIZE) for seat in marks.PILLAR}
    images |= {face: marks.die(face, SIZE) for face in ("hit", "clash", "blank")}
    images |= {"power": marks.sign("cube", SIZE), "lock": marks.sign("lock", SIZE, edge=INK)}
    return {name: icon(image) for name, image in images.items()}
