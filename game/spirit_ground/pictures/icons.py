"""Icons for texts, in the same shapes as in the pictures: tribes, crystals, the relic."""

from __future__ import annotations

from functools import cache

from drawing.colours import INK
from drawing.picture import icon
from game.spirit_ground.pictures import marks

SIZE = 128
"""Pixels per side: the largest size at which Discord shows emojis."""


@cache
def icons() -> dict[str, bytes]:
    """Return PNG files by name: fen, crag, energy, spirit, relic."""
    images = {"fen": marks.body("P1", SIZE), "crag": marks.body("P2", SIZE)}
    images |= {name: marks.sign(name, SIZE, edge=INK) for name in ("energy", "spirit", "relic")}
    return {name: icon(image) for name, image in images.items()}
