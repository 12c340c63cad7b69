"""Numbers as buttons, forms and settings carry them, where the input may be anything."""

from __future__ import annotations


def whole(text: str, digits: int = 9) -> int | None:
    """Return the number that a text is, if it consists of ASCII digits alone, at most `digits` of them; None for all
    else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
