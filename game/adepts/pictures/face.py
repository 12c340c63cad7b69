"""The pictures of Adepts, as the rest of the program asks for them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from game.adepts import pictures
from game.adepts.game import Game
from game.adepts.words.signs import ICONS
from game.core.faces import Pictures, Sketch


def _samples() -> Iterable[Sketch]:
    game = Game.new(2, seed="rehearsal")
    view, names = game.view("P1"), {"P1": "Ann", "P2": "Bob"}
    yield partial(pictures.board, view, names)
    yield partial(pictures.queues, view, names)
    yield partial(pictures.hand, view, "P1")
    yield partial(pictures.score_sheet, view, names)


PICTURES = Pictures(pictures.board, pictures.score_sheet, pictures.icons, ICONS, _samples)
