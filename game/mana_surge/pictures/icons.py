"""Icons for text, in the pictures' own shapes: tokens, the kinds of hexes, mana, the lock."""

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
"""Pixels on a side, as Discord shows emojis at most."""


@cache
def icons() -> dict[str, bytes]:
    """PNG files by name: red, green, blue; strong, guard, weak, action, spawn, pool, corner; mana, lock."""
    images = {name: marks.token(name, SIZE) for name in PLAYERS}
    images |= {kind: _kind(kind) for kind in SHADES if kind != "plain"}
    images |= {"mana": marks.mana(SIZE), "lock": marks.lock(SIZE)}
    return {name: icon(image) for name, image in images.items()}


def _kind(kind: Kind) -> Image.Image:
    """The sign on its shade, with an edge that shows on a light ground and on a dark one."""
    shade, tint = SHADES[kind], ACCENT if kind == "pool" else SIGNS[kind]
    if kind == "corner":
        tint = TEXT
    image = panel(SIZE, SIZE, 30, shade, mix(shade, FRESH, 0.35), 7).copy()
    image.alpha_composite(marks.sign(kind, 92, tint), (18, 18))
    return image
