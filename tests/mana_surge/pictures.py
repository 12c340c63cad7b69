"""The golden pictures of Mana Surge."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from drawing.picture import Picture
from game.mana_surge import Game
from game.mana_surge.pictures import board, legend, preview, score_sheet
from game.mana_surge.rules.scenario import ManaSurgeScenarios
from tests.games.positions import Positions, after

NAMES = {"P1": "Ada", "P2": "Grace Hopper", "P3": "Linus 🐧"}

position = Positions(ManaSurgeScenarios(), Path(__file__).with_name("pictures.toml"))


def _since(title: str, before: tuple[str, ...], then: tuple[str, ...], letters: bool = False) -> Picture:
    """Return the board after all these answers, with what changed after those in `before` marked."""
    game = position(title, *before)
    earlier = game.view(None)
    return board(after(game, *then).view(None), NAMES, earlier, letters)


def _preview(title: str, token: str, *before: str, letters: bool = False) -> Picture:
    game = position(title, *before)
    return preview(game.view(None), NAMES, game.asked[0], token, letters=letters)


def _ways(game: Game) -> Picture:
    seat = game.asked[0]
    return preview(game.view(seat), NAMES, seat, "", game.legal(seat))


def _setup(*tokens: str) -> Game:
    return after(Game.new(seed="golden"), *tokens)


def _corner() -> Picture:
    game = _setup("green", "red", "d7")
    return preview(game.view(None), NAMES, "P2", "a1")


SHOTS: dict[str, Callable[[], Picture]] = {
    "surge-setup": lambda: board(_setup("green", "red", "d7").view(None), NAMES),
    "surge-spawning": lambda: board(position("spawning").view(None), NAMES),
    "surge-race": partial(_since, "race", (), ("f4-e4", "pass", "pass", "f2-e3", "pass", "e3xd4")),
    "surge-moved": partial(_since, "race", (), ("f4-e4", "e5-d5")),
    "surge-fierce": partial(_since, "fierce", (), ("c3xd4", "d2xe1")),
    "surge-crowded": lambda: board(position("crowded").view(None), NAMES),
    "surge-letters": lambda: board(position("crowded").view(None), NAMES, letters=True),
    "surge-wide": partial(_since, "wide", (), ("e6-f6",)),
    "surge-over": partial(_since, "last", (), ("c6-b5",)),
    "surge-ways-move": lambda: _ways(position("race")),
    "surge-ways-attack": lambda: _ways(position("fierce")),
    "surge-preview-move": partial(_preview, "race", "f4-e4"),
    "surge-preview-attack": partial(_preview, "race", "e3xd4", "f4-e4", "pass", "pass", "f2-e3", "pass"),
    "surge-preview-both": partial(_preview, "fierce", "c3xc4", letters=True),
    "surge-preview-spawn": partial(_preview, "spawning", "a2"),
    "surge-preview-corner": _corner,
    "surge-score": lambda: score_sheet(position("last", "c6-b5").view(None), NAMES),
    "surge-score-so-far": lambda: score_sheet(position("race").view(None), NAMES),
    "surge-legend": legend,
}
