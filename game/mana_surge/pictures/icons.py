"""Icons for texts, in the same shapes as in the pictures: tokens, the kinds of hexes, mana, the lock."""

from __future__ import annotations

from functools import cache

from PIL import Image

from drawing.colours import ACCENT, FRESH, TEXT, mix
from drawing.picture import icon
from drawing.shapes import panel
from game.mana_surge.pictures import marks
from game.mana_surge.pictures.colours import PLAYERS, SHADES, SIGNS
from game.mana_surge.rules.boards.board import Kind

SIZE = 128
"""Pixels per side: the largest size at which Discord shows emojis."""


@cache
def icons() -> dict[str, bytes]:
    """Return PNG files by name: red, green, blue; strong, guard, weak, action, spawn, pool, corner; mana, lock."""
    images = {name: marks.token(name, SIZE) for name in PLAYERS}
    images |= {kind: _kind(kind) for kind in SHADES if kind != "plain"}
    images |= {"mana": marks.mana(SIZE), "lock": marks.lock(SIZE)}
    return {name: icon(image) for name, image in images.items()}


def _kind(kind: Kind) -> Image.Image:
    """Return a hex's sign on its background, with an edge that is visible on light and dark themes."""
    shade, tint = SHADES[kind], ACCENT if kind == "pool" else SIGNS[kind]
    if kind == "corner":
        tint = TEXT
    image = panel(SIZE, SIZE, 30, shade, mix(shade, FRESH, 0.35), 7).copy()
    image.alpha_composite(marks.sign(kind, 92, tint), (18, 18))
    return image
