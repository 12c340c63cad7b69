"""The pictures of The Harrowing, as the kit offers them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from game.core.faces import Pictures, Sketch
from game.harrowing import pictures
from game.harrowing.rules.game import Game
from game.harrowing.words.terms import SIGNS


def _samples() -> Iterable[Sketch]:
    game, names = Game.new(2, seed="rehearsal"), {"P1": "Ann", "P2": "Bob"}
    while game.asked and game.kind(game.asked[0]) in ("core", "set"):
        game.play(game.asked[0], game.legal(game.asked[0])[0])
    view = game.view(None)
    yield partial(pictures.board, view, names)
    yield partial(pictures.preview, view, names, spots=("1,0",), cards=("2c1", "2c2"))
    yield partial(pictures.tiles, view, names)
    yield partial(pictures.score_sheet, view, names)
    yield partial(pictures.legend)


PICTURES = Pictures(pictures.board, pictures.score_sheet, pictures.icons, SIGNS, _samples)
