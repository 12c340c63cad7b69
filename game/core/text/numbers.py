"""Numbers as buttons, forms and settings carry them: what comes may be anything."""

from __future__ import annotations


def whole(text: str, digits: int = 9) -> int | None:
    """The number that a text is, if it is digits alone, from 0 to 9 and no more than so many; None for all else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
