"""The pictures of Mana Surge, as the kit offers them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from game.core.faces import Pictures, Sketch
from game.mana_surge import pictures
from game.mana_surge.rules.game import Game
from game.mana_surge.words.terms import COLOURS


def _samples() -> Iterable[Sketch]:
    view, names = Game.new(seed="rehearsal").view(None), {"P1": "Ann", "P2": "Bob", "P3": "Cy"}
    yield partial(pictures.board, view, names)
    yield partial(pictures.preview, view, names, "P1")
    yield partial(pictures.score_sheet, view, names)
    yield partial(pictures.legend)


PICTURES = Pictures(pictures.board, pictures.score_sheet, pictures.icons, COLOURS, _samples)
