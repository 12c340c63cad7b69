"""Mana Surge on a terminal: the map in colours, and answers by number."""

from __future__ import annotations

from rich.console import RenderableType

from game.core.decisions import Decision
from game.core.faces import Names
from game.core.protocol import View
from game.core.terminal import Terminal
from game.mana_surge.boards.screen import screen
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.words import moves


class ManaSurgeTerminal(Terminal):
    """On the map, a player's token is shown below the name and sign of its hex, by the first letter of its colour."""

    example = "b2-c3, c3xd4, pass"

    def board(self, view: View, names: Names, width: int) -> RenderableType:
        return screen(view, names)

    def said(self, decision: Decision, view: View, names: Names, token: str) -> str:
        return moves.brings(decision, ViewReader(view), names, token)
