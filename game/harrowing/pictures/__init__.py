"""The Harrowing in pictures, made from a view and the players' names and nothing else.

Each function is pure: the same view gives the same picture. A picture takes some tens of milliseconds, so a bot draws
it off its event loop.
"""

from game.harrowing.pictures.board import board, brought, page, preview, tiles
from game.harrowing.pictures.icons import icons
from game.harrowing.pictures.legend import legend
from game.harrowing.pictures.score import score_sheet

__all__ = ["board", "brought", "icons", "legend", "page", "preview", "score_sheet", "tiles"]
