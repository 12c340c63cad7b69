"""Rolls of The Adept as pictures, drawn from plain data alone.

Each function is pure: the same roll gives the same picture. Drawing takes some milliseconds and can be done in another
process.
"""

from drawing.picture import ALT_LIMIT, Picture
from game.the_adept.pictures.roll import roll_picture

__all__ = ["ALT_LIMIT", "Picture", "roll_picture"]
