"""Tokens of the notation: recognizing them."""

from __future__ import annotations

import re

from game.core.decisions import PASS
from game.harrowing.rules import hexes
from game.harrowing.rules.content import BOARD_OF, FACES, SETS, TILE_OF
from game.harrowing.rules.seats import SEAT_OF
from game.harrowing.rules.turn import MEDITATE

_FACES = frozenset(face.id for face in FACES)
_PLAIN = frozenset((PASS, MEDITATE, "cw", "ccw", *BOARD_OF, *TILE_OF, *_FACES, *SEAT_OF, *map(str, SETS)))
_NUMBER = "[1-9][0-9]?"
_COUNTED = re.compile(rf"{_NUMBER}|fortx{_NUMBER}|clashx{_NUMBER}(\+blankx{_NUMBER})?|blankx{_NUMBER}")


def readable(text: str) -> bool:
    """Return whether the text is a token of the notation, legal or not."""
    if text in _PLAIN or hexes.read(text) is not None or _COUNTED.fullmatch(text):
        return True
    tile, colon, seat = text.partition(":")
    if colon:
        return tile in TILE_OF and seat in SEAT_OF
    return is_triple(text)


def is_triple(text: str) -> bool:
    """Return whether the text names three tiles, in ascending order of ids."""
    ids = text.split("+")
    return len(ids) == 3 and all(id in TILE_OF for id in ids) and ids == sorted(set(ids))
