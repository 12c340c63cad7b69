"""What the rest of the program needs of a game, whichever game it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from game.core.decisions import Decision, Event


class GameProtocol(Protocol):
    """A game in progress or over. Seats are the texts "P1", "P2", …"""

    @property
    def seats(self) -> Sequence[str]:
        """All seats, clockwise."""

    @property
    def pending(self) -> Mapping[str, Decision]:
        """What each seat that must choose is being asked; empty only when the game is over."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def scores(self) -> Mapping[str, Any] | None:
        """The score sheet, None until the game is over."""

    def legal(self, seat: str) -> Sequence[str]:
        """The seat's legal tokens in the notation's order; none if it is asked nothing."""

    def play(self, seat: str, token: str) -> Sequence[Event]:
        """Answer a question. Raises MoveError, and then nothing has changed."""

    def view(self, seat: str | None) -> dict[str, Any]:
        """The position without what this seat (None: an onlooker) may not know."""

    def to_dict(self) -> dict[str, Any]:
        """The whole state as JSON-ready data."""

    def copy(self) -> GameProtocol:
        """A copy that shares nothing that moves."""
