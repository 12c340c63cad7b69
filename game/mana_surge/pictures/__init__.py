"""Mana Surge in pictures, made from a view and the players' names and nothing else.

Each function is pure: the same view gives the same picture. A picture takes some tens of milliseconds, so a bot draws
it off its event loop.
"""

from game.mana_surge.pictures.board import board, preview
from game.mana_surge.pictures.icons import icons
from game.mana_surge.pictures.legend import legend
from game.mana_surge.pictures.score import score_sheet

__all__ = ["board", "icons", "legend", "preview", "score_sheet"]
