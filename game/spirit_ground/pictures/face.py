"""The pictures of Spirit Ground, as the kit offers them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from game.core.faces import Pictures, Sketch
from game.spirit_ground import pictures
from game.spirit_ground.rules.game import Game
from game.spirit_ground.words.terms import SIGNS


def _samples() -> Iterable[Sketch]:
    view, names = Game.new(seed="rehearsal").view(None), {"P1": "Ann", "P2": "Bob"}
    yield partial(pictures.board, view, names)
    yield partial(pictures.preview, view)
    yield partial(pictures.pairs, view)
    yield partial(pictures.score_sheet, view, names)
    yield partial(pictures.legend)


PICTURES = Pictures(pictures.board, pictures.score_sheet, pictures.icons, SIGNS, _samples)
