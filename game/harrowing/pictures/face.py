"""The pictures of The Harrowing, as the rest of the program asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from game.core.faces import Names, Sketch
from game.core.protocol import View
from game.harrowing import pictures
from game.harrowing.rules.game import Game


class HarrowingPictures:
    """Each in its own module."""

    def __init__(self, signs: Mapping[str, str]) -> None:
        """`signs` are those that stand for icons in texts, by the icons' names (see `icons`)."""
        self._signs = signs

    def board(self, view: View, names: Names, before: View | None = None) -> Sketch:
        return partial(pictures.board, view, names, before)

    def score(self, view: View, names: Names) -> Sketch | None:
        return partial(pictures.score_sheet, view, names)

    def icons(self) -> Mapping[str, bytes]:
        drawn = pictures.icons()
        return {name: drawn[name] for name in self._signs}

    def samples(self) -> Iterable[Sketch]:
        game, names = Game.new(2, seed="rehearsal"), {"P1": "Ann", "P2": "Bob"}
        while game.asked and game.kind(game.asked[0]) in ("core", "set"):
            game.play(game.asked[0], game.legal(game.asked[0])[0])
        view = game.view(None)
        yield partial(pictures.board, view, names)
        yield partial(pictures.preview, view, names, spots=("1,0",), cards=("2c1", "2c2"))
        yield partial(pictures.tiles, view, names)
        yield partial(pictures.score_sheet, view, names)
        yield partial(pictures.legend)
