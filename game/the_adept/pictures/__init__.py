"""Rolls of The Adept in pictures, from plain data and nothing else.

Each function is pure: the same roll gives the same picture. It takes some milliseconds, and another process can do it.
"""

from drawing.picture import ALT_LIMIT, Picture
from game.the_adept.pictures.roll import roll_picture

__all__ = ["ALT_LIMIT", "Picture", "roll_picture"]
