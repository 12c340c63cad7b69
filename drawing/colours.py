"""The colours of all pictures: a night sky, before which things and players shine."""

from __future__ import annotations

Colour = tuple[int, int, int]


def rgb(text: str) -> Colour:
    """Return "f2c94c" as three numbers."""
    return int(text[:2], 16), int(text[2:4], 16), int(text[4:], 16)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Mix `one` with this share (0 to 1) of `other`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


NIGHT = rgb("171a25")
PANEL = rgb("262b3b")
RAISED = rgb("343b50")
SLOT = rgb("11141d")
EDGE = rgb("454d66")
TEXT = rgb("f4f6fb")
DIM = rgb("a9b1c7")
INK = rgb("14161f")
ACCENT = rgb("ffb938")
"""Marks whose move it is, and where the game stands."""
FRESH = rgb("ffffff")
"""Marks what is new since the last picture."""
GOLD = rgb("ffd75e")
GOOD = rgb("58d68d")
BAD = rgb("ff8f87")
PAPER = rgb("f3ead6")
PAPER_EDGE = rgb("cdbf9f")
PAPER_DIM = rgb("6b6252")

SEATS = {
    "P1": rgb("dc3d43"),
    "P2": rgb("2f6fed"),
    "P3": rgb("1f9d5b"),
    "P4": rgb("9a55e0"),
    "P5": rgb("f4c430"),
}

ON_SEAT = {seat: INK if seat == "P5" else TEXT for seat in SEATS}
"""The colour of text on a player's colour."""
