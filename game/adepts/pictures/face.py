"""The pictures of Adepts, as the rest of the program asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from game.adepts import pictures
from game.adepts.game import Game
from game.adepts.words.signs import ICONS
from game.core.faces import Names, Sketch
from game.core.protocol import View


class AdeptsPictures:
    """Each in its own module."""

    def board(self, view: View, names: Names, before: View | None = None) -> Sketch:
        return partial(pictures.board, view, names, before)

    def score(self, view: View, names: Names) -> Sketch | None:
        return partial(pictures.score_sheet, view, names)

    def icons(self) -> Mapping[str, bytes]:
        drawn = pictures.icons()
        return {name: drawn[name] for name in ICONS}

    def samples(self) -> Iterable[Sketch]:
        game = Game.new(2, seed="rehearsal")
        view, names = game.view("P1"), {"P1": "Ann", "P2": "Bob"}
        yield partial(pictures.board, view, names)
        yield partial(pictures.queues, view, names)
        yield partial(pictures.hand, view, "P1")
        yield partial(pictures.score_sheet, view, names)
