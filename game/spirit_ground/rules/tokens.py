"""Tokens of the notation: recognizing them, and taking pairs apart."""

from __future__ import annotations

import re

from game.core.decisions import PASS
from game.spirit_ground.rules import crystals
from game.spirit_ground.rules.content import PAIR
from game.spirit_ground.rules.ground import INDEX, TOPS
from game.spirit_ground.rules.seats import SEAT_NAMES

_NUMBER = "(?:[1-9]|1[0-2])"
_PAIR = re.compile(rf"F{_NUMBER}\{PAIR}C{_NUMBER}")


def readable(text: str) -> bool:
    """Return whether the text is a token of the notation, legal or not."""
    return (
        text == PASS
        or text in INDEX
        or text in TOPS
        or text in SEAT_NAMES
        or _PAIR.fullmatch(text) is not None
        or crystals.read(text) is not None
    )


def is_pair(text: str) -> bool:
    """Return whether the text is the token of a pair."""
    return _PAIR.fullmatch(text) is not None


def tiles_of(pair: str) -> tuple[str, str]:
    """Return the ids of the two tiles of a pair: P1's, P2's."""
    one, _, two = pair.partition(PAIR)
    return one, two
