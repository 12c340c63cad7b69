"""Rows of buttons and headings that look meant on a phone, which breaks what is too wide for it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from drawing.lettering import width
from game.core.layout import Button, Row

FRAMED, BARE = 284, 314
"""Pixels that a row has on a phone 390 wide, within a frame and without one."""
LETTERS, PADDING, LEAST, GAP = 14, 32, 60, 8
"""Pixels of a button: the size of its label, what it adds to that, how wide it is at least, what lies between two."""
_SIGN = 24
_HEADING_END = re.compile(r"^(#{1,3} .*\S) (?=\S+$)", re.MULTILINE)
"""What stands before the last word of a heading of two words or more."""
_ALONE = 4
"""The fewest buttons of which one can be alone below three."""


def even(row: Row, room: int) -> list[Row]:
    """A row as two where a phone with so much room would leave one button alone below three or four; else the row.

    What a phone breaks otherwise reads well, and as one row has all the room of a desktop.
    """
    buttons = row.buttons
    if len(buttons) < _ALONE:  # of most rows nothing need be measured
        return [row]
    widths, half = [_width(each) for each in buttons], -(-len(buttons) // 2)
    if _filled(widths, room) not in ([3, 1], [4, 1]) or len(_filled(widths[half:], room)) > 1:
        return [row]
    return [Row(buttons[:half]), Row(buttons[half:])]


def held(text: str) -> str:
    """The text with the last two words of each heading held together: so none is alone on a second line."""
    return _HEADING_END.sub("\\1\u00a0", text) if "#" in text else text


def _filled(widths: Iterable[int], room: int) -> list[int]:
    """How many of a row's buttons stand in each line if none is wider than that, but for what is so alone."""
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
