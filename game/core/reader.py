"""Views read with types: what the views of all games have in common."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.protocol import View


class PositionReader:
    """A view, or a whole position (see `game.core.protocol.View`). A game's own reader adds all that is its own."""

    def __init__(self, view: View) -> None:
        self._view = view

    @property
    def turn(self) -> int:
        """From 1; 0 during set-up."""
        turn: int = self._view["turn"]
        return turn

    @property
    def ply(self) -> int:
        """Moves made so far."""
        ply: int = self._view["ply"]
        return ply

    @property
    def phase(self) -> str:
        """The phase, by its name in the game's notation."""
        phase: str = self._view["phase"]
        return phase

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        over: bool = self._view["over"]
        return over

    @property
    def pending(self) -> Mapping[str, str]:
        """By seat, the kind of question that waits for an answer."""
        pending: Mapping[str, str] = self._view["pending"]
        return pending
