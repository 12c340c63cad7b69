"""Adepts in pictures, made from a view and the players' names and nothing else.

Each function is pure: the same view gives the same picture. A picture takes some tens of milliseconds, so a bot draws
it off its event loop.
"""

from game.adepts.pictures.board import board, preview
from game.adepts.pictures.hand import choice, hand
from game.adepts.pictures.icons import icons
from game.adepts.pictures.legend import legend
from game.adepts.pictures.queues import queues
from game.adepts.pictures.score import score_sheet
from game.adepts.pictures.spell import spell_card

__all__ = [
    "board",
    "choice",
    "hand",
    "icons",
    "legend",
    "preview",
    "queues",
    "score_sheet",
    "spell_card",
]
