"""The eight mines: their gems, the miners inside and on the work sites, and who has closed them.

Each row is a pair, and the pairs are those of the phases: topaz and ruby pay for spells of phase I, and so on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from drawing.canvas import Canvas
from drawing.colours import DIM, EDGE, NIGHT, ON_SEAT, PANEL, SEATS, SLOT, TEXT, mix
from drawing.shapes import dashed, panel
from game.adepts.pictures import marks
from game.adepts.pictures.changes import Changes
from game.adepts.pictures.colours import GEMS
from game.adepts.pictures.gems import counted
from game.adepts.pictures.words import ROMAN
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.reader import ViewReader

TILE = (488, 122)
GAP = 8
HEIGHT = 4 * TILE[1] + 3 * GAP
GEM = 92
SITE = (88, 62)
FIRST = 114
"""The distance from the left of a tile to the place inside the mine."""


class Preview(NamedTuple):
    """A group that would be placed: whose, where (0: inside), how many, and whether the mine's groups are pushed."""

    seat: str
    mine: str
    number: int
    miners: int
    pushes: bool


def read_preview(seat: str, token: str) -> Preview:
    """Read the token of a group ("topaz.2x3", "ruby.1x4!") that a seat would place. Raises ValueError for any other
    token."""
    found = re.fullmatch(r"([a-z]+)\.([0-3])x(\d+)(!?)", token)
    if not found or found[1] not in GEM_NAMES:
        raise ValueError(f"{token!r} is not a group on a site")
    return Preview(seat, found[1], int(found[2]), int(found[3]), bool(found[4]))


def draw(canvas: Canvas, top: int, view: ViewReader, new: Changes, preview: Preview | None) -> None:
    """All mines, in two columns."""
    canvas.put(_empty(), GAP, top)
    for i, mine in enumerate(GEM_NAMES):
        x, y = GAP + i % 2 * (TILE[0] + GAP), top + i // 2 * (TILE[1] + GAP)
        _mine(canvas, x, y, mine, view, new, preview if preview and preview.mine == mine else None)


def _mine(canvas: Canvas, x: int, y: int, mine: str, view: ViewReader, new: Changes, preview: Preview | None) -> None:
    place = view.mines[mine]
    canvas.centre(counted(mine, place.stock, GEM), x + 58, y + TILE[1] / 2)
    groups = list(place.parties)
    moved = set[int]()
    if preview and preview.pushes:
        groups = [groups[0], None, groups[1], groups[2]]
        moved = {number for number in (2, 3) if groups[number]}
    for number, found in enumerate(groups):
        left, above = x + FIRST + number * (SITE[0] + 4), y + 50
        if found:
            fresh = (mine, number) in new.sites or number in moved
            canvas.put(marks.block(found[0], *SITE, fresh, number == 0), left, above)
            _counted_sign(canvas, left, above, *found, ON_SEAT[found[0]])
        elif preview and preview.number == number:
            _ghost(canvas, left, above, preview)
        elif number and place.barrier:
            canvas.panel(left + 8, above + 6, SITE[0] - 16, SITE[1] - 12, SLOT, 6)
            canvas.centre(marks.lock(40, SEATS[place.barrier[0]]), left + SITE[0] / 2, above + SITE[1] / 2)
    _closed(canvas, x, y, place.barrier)


def _counted_sign(canvas: Canvas, x: int, y: int, seat: str, miners: int, colour: tuple[int, int, int]) -> None:
    middle, many = y + SITE[1] / 2 - 2, miners > 9
    canvas.centre(marks.emblem(seat, 24 if many else 30, colour), x + (21 if many else 28), middle)
    canvas.text(x + (60 if many else 62), middle, str(miners), 34 if many else 40, colour, bold=True, side="middle")


def _ghost(canvas: Canvas, x: int, y: int, preview: Preview) -> None:
    bright = mix(SEATS[preview.seat], TEXT, 0.45)
    canvas.panel(x, y, *SITE, mix(SLOT, SEATS[preview.seat], 0.35), 10)
    canvas.put(dashed(*SITE, 10, bright, 4), x, y)
    _counted_sign(canvas, x, y, preview.seat, preview.miners, mix(SEATS[preview.seat], TEXT, 0.8))


def _closed(canvas: Canvas, x: int, y: int, barriers: Sequence[str]) -> None:
    """Who has closed the mine, at the right of its name."""
    if not barriers:
        return
    canvas.panel(x, y, *TILE, None, 16, SEATS[barriers[0]], 4)
    right = x + TILE[0] - 12
    for seat in reversed(barriers):
        canvas.put(marks.badge(seat, 34), right - 34, y + 9)
        right -= 40
    said = "closed by" if len(barriers) < 3 else "closed"  # beside three there is no room for more
    canvas.text(right - 4, y + 26, said, 28, TEXT, side="right")


@lru_cache(1)
def _empty() -> Image.Image:
    """The mines before anybody comes."""
    canvas = Canvas(1000 - 2 * GAP, HEIGHT, NIGHT)
    for i, mine in enumerate(GEM_NAMES):
        x, y = i % 2 * (TILE[0] + GAP), i // 2 * (TILE[1] + GAP)
        tint = mix(PANEL, GEMS[mine], 0.16)
        canvas.panel(x, y, *TILE, tint, 16, mix(tint, GEMS[mine], 0.35), 2)
        canvas.text(x + FIRST + 4, y + 26, mine.capitalize(), 28, TEXT, bold=True)
        for number in range(4):
            left, above = x + FIRST + number * (SITE[0] + 4), y + 50
            if number:
                canvas.panel(left, above, *SITE, SLOT, 10, EDGE, 2)
                canvas.text(left + SITE[0] / 2, above + SITE[1] / 2, ROMAN[number - 1], 28, DIM, side="middle")
            else:
                arch = panel(*SITE, SITE[1] // 2, SLOT, EDGE, 2, (True, True, False, False))
                canvas.put(arch, left, above)
                canvas.text(left + SITE[0] / 2, above + SITE[1] / 2 + 2, "in", 28, DIM, side="middle")
    return canvas.image
