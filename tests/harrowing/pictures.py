"""The golden pictures of The Harrowing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from drawing.picture import Picture
from game.core.narrowing import Path as Way
from game.harrowing import Game
from game.harrowing.kit import KIT
from game.harrowing.pictures import board, legend, page, score_sheet, tiles
from game.harrowing.rules.scenario import HarrowingScenarios
from tests.games.positions import Positions, after

NAMES = {"P1": "Ada", "P2": "Grace Hopper 🐐", "P3": "Linus", "P4": "Маргарет"}

SCENARIOS = HarrowingScenarios()
position = Positions(SCENARIOS, Path(__file__).with_name("pictures.toml"))


def sketched(game: Game, *path: str, letters: bool = False) -> Picture:
    """Return the picture of the panel at this path."""
    [(seat, decision)] = game.pending.items()
    sketch = KIT.panels.sketch(decision, game.view(seat), NAMES, Way(path))
    assert sketch is not None
    drawn: Picture = sketch(letters=letters)
    return drawn


def _since(title: str, *tokens: str) -> Picture:
    """Return the board after these answers, with what they changed marked."""
    game = position(title)
    before = game.view(None)
    return board(after(game, *tokens).view(None), NAMES, before)


SHOTS: dict[str, Callable[[], Picture]] = {
    "harrowing-start": lambda: board(after(Game.new(2, "golden"), "1o", "1", "2").view(None), NAMES),
    "harrowing-middle": lambda: board(position("middle").view(None), NAMES),
    "harrowing-letters": lambda: board(position("middle").view(None), NAMES, letters=True),
    "harrowing-crowded": lambda: board(position("crowded").view(None), NAMES),
    "harrowing-battle": lambda: _since("battle", "muster", "pass", "1b:P2"),
    "harrowing-fought": lambda: _since("battle", "muster", "pass", "1b:P2", "pass"),
    "harrowing-over": lambda: board(position("last", "claim", "1a").view(None), NAMES),
    "harrowing-menu": lambda: sketched(position("middle")),
    "harrowing-spots": lambda: sketched(position("middle", "weave")),
    "harrowing-spots-letters": lambda: sketched(position("crowded", "weave"), "@2,1", letters=True),
    "harrowing-preview": lambda: sketched(position("middle"), "shift", "2x", "2,-2"),
    "harrowing-look": lambda: sketched(position("middle"), "?3e"),
    "harrowing-tiles": lambda: tiles(position("middle").view(None), NAMES),
    "harrowing-page": lambda: page("1f"),
    "harrowing-score": lambda: score_sheet(position("last", "claim", "1a").view(None), NAMES),
    "harrowing-score-so-far": lambda: score_sheet(position("crowded").view(None), NAMES),
    "harrowing-legend": legend,
}
