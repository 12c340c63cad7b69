"""Spirit Ground in pictures, made from a view and the players' names and nothing else.

Each function is pure: the same view gives the same picture. A picture takes some tens of milliseconds, so a bot draws
it off its event loop.
"""

from game.spirit_ground.pictures.board import board, pairs, preview
from game.spirit_ground.pictures.icons import icons
from game.spirit_ground.pictures.legend import legend
from game.spirit_ground.pictures.score import score_sheet

__all__ = ["board", "icons", "legend", "pairs", "preview", "score_sheet"]
