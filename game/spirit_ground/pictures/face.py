"""The pictures of Spirit Ground, as the rest of the program asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from game.core.faces import Names, Sketch
from game.core.protocol import View
from game.spirit_ground import pictures
from game.spirit_ground.rules.game import Game


class SpiritGroundPictures:
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
        view, names = Game.new(seed="rehearsal").view(None), {"P1": "Ann", "P2": "Bob"}
        yield partial(pictures.board, view, names)
        yield partial(pictures.preview, view)
        yield partial(pictures.pairs, view)
        yield partial(pictures.score_sheet, view, names)
        yield partial(pictures.legend)
