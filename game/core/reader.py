"""A view read back with a type for everything in it: what the views of all games have alike."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.protocol import View


class PositionReader:
    """A view, or a whole position (see `game.core.protocol.View`). A game's own reader adds all that is its own."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.turn: int = view["turn"]
        """From 1; 0 in a set-up."""
        self.phase: str = view["phase"]
        """By the name that the game's notation gives it."""
        self.over: bool = view["over"]
        """Whether the game has ended."""
        self.pending: Mapping[str, str] = view["pending"]
        """The kind of question by seat that is being waited for."""
