"""Lays out rows of buttons and headings for phones, where Discord wraps what is too wide."""

from __future__ import annotations

import re
from collections.abc import Iterable

from drawing.lettering import width
from game.core.layout import Button, Row

FRAMED, BARE = 284, 314
"""Pixels that a row has on a phone 390 pixels wide, inside a container and outside one."""
LETTERS, PADDING, LEAST, GAP = 14, 32, 60, 8
"""Pixels of a button: the font size of its label, the padding around it, its minimum width, and the gap between two."""
_SIGN = 24
_HEADING_END = re.compile(r"^(#{1,3} .*\S) (?=\S+$)", re.MULTILINE)
"""The part before the last word of a heading of two words or more."""
_ALONE = 4
"""A row of fewer buttons cannot leave one alone below three or more."""


def balanced(row: Row, room: int) -> list[Row]:
    """Split a row in two if a phone with `room` pixels would leave one button alone below three or four; else return it
    alone.

    Other rows are readable when a phone wraps them, and as one row they use the full width of a desktop.
    """
    buttons = row.buttons
    if len(buttons) < _ALONE:  # most rows need no measuring
        return [row]
    widths, half = [_width(each) for each in buttons], -(-len(buttons) // 2)
    if _filled(widths, room) not in ([3, 1], [4, 1]) or len(_filled(widths[half:], room)) > 1:
        return [row]
    return [Row(buttons[:half]), Row(buttons[half:])]


def without_widows(text: str) -> str:
    """Return the text with a no-break space before the last word of each heading, so that it is never alone on a second
    line."""
    return _HEADING_END.sub("\\1\u00a0", text) if "#" in text else text


def _filled(widths: Iterable[int], room: int) -> list[int]:
    """Return how many buttons each line holds, given their widths. Only a button too wide by itself exceeds `room`."""
    counts, taken = list[int](), 0
    for each in widths:
        if counts and taken + GAP + each <= room:
            counts[-1] += 1
            taken += GAP + each
        else:
            counts.append(1)
            taken = each
    return counts


def _width(button: Button) -> int:
    return max(LEAST, width(button.label, LETTERS, True) + PADDING + (_SIGN if button.sign else 0))
