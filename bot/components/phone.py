"""Rows of buttons that look meant on a phone, which breaks what is too wide for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from drawing.lettering import width
from game.core.layout import ROW, Button, Row

FRAMED, BARE = 284, 314
"""Pixels that a row has on a phone 390 wide, within a frame and without one."""
LETTERS, PADDING, LEAST, GAP = 14, 32, 60, 8
"""Pixels of a button: the size of its label, what it adds to that, how wide it is at least, what lies between two."""
_SIGN = 24


def even(buttons: Sequence[Button], room: int) -> list[Row]:
    """A row of buttons as two where a phone with so much room would leave one alone below three or four; else the row.

    What a phone breaks otherwise reads well, and as one row has all the room of a desktop.
    """
    widths, half = [_width(each) for each in buttons], -(-len(buttons) // 2)
    parts = [buttons[:half], buttons[half:]]
    better = _filled(widths, room) in ([3, 1], [4, 1]) and _filled(widths[half:], room) == [len(parts[1])]
    return [Row(tuple(part)) for part in (parts if better else [buttons])]


def _filled(widths: Iterable[int], room: int) -> list[int]:
    """How many stand in each row if none is wider than that, but for what is so alone."""
    counts, taken = list[int](), 0
    for each in widths:
        if counts and counts[-1] < ROW and taken + GAP + each <= room:
            counts[-1] += 1
            taken += GAP + each
        else:
            counts.append(1)
            taken = each
    return counts


def _width(button: Button) -> int:
    return max(LEAST, width(button.label, LETTERS, True) + PADDING + (_SIGN if button.sign else 0))
