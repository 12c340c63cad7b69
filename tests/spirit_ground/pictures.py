"""The golden pictures of Spirit Ground."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from drawing.picture import Picture
from game.core.narrowing import Path as Way
from game.spirit_ground import Game
from game.spirit_ground.kit import KIT
from game.spirit_ground.pictures import board, legend, pairs, score_sheet
from game.spirit_ground.rules.scenario import SpiritGroundScenarios
from tests.games.positions import Positions, after

NAMES = {"P1": "Ada", "P2": "Grace Hopper 🐐"}

position = Positions(SpiritGroundScenarios(), Path(__file__).with_name("pictures.toml"))


def sketched(game: Game, *path: str, letters: bool = False) -> Picture:
    """Return the picture of the panel at this path."""
    [(seat, decision)] = game.pending.items()
    sketch = KIT.panels.sketch(decision, game.view(seat), NAMES, Way(path))
    assert sketch is not None
    drawn: Picture = sketch(letters=letters)
    return drawn


def _killed() -> Picture:
    """A warrior has just been killed."""
    game = position("pressed")
    before = game.view(None)
    return board(after(game, "b1", "n", "energyx2").view(None), NAMES, before)


SHOTS: dict[str, Callable[[], Picture]] = {
    "spirit-start": lambda: board(Game.new(seed="golden").view(None), NAMES),
    "spirit-pressed": lambda: board(position("pressed").view(None), NAMES),
    "spirit-letters": lambda: board(position("pressed").view(None), NAMES, letters=True),
    "spirit-killed": _killed,
    "spirit-crowded": lambda: board(position("crowded").view(None), NAMES),
    "spirit-over": lambda: board(position("last", "e5").view(None), NAMES),
    "spirit-pairs": lambda: pairs(Game.new(seed="golden").view(None)),
    "spirit-ways": lambda: sketched(position("pressed")),
    "spirit-preview-kill": lambda: sketched(position("pressed"), "b1"),
    "spirit-preview-letters": lambda: sketched(position("pressed"), "d3", letters=True),
    "spirit-preview-shrine": lambda: sketched(position("crowded"), "c3"),
    "spirit-score": lambda: score_sheet(position("last", "e5").view(None), NAMES),
    "spirit-score-so-far": lambda: score_sheet(position("pressed").view(None), NAMES),
    "spirit-legend": legend,
}
