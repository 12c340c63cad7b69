"""Which topics matter at a question, for somebody who plays for the first time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.decisions import Decision
from game.core.protocol import View
from game.spirit_ground.rules.reader import ViewReader


class Moment:
    """A question, and what the person sees."""

    def __init__(self, decision: Decision, view: View) -> None:
        self.decision, self.seat, self.now = decision, decision.seat, ViewReader(view)

    @property
    def _placing(self) -> bool:
        return self.decision.kind == "place"

    @property
    def prey(self) -> list[str]:
        """Squares of enemies that would fall, as things stand, if a tile placed here closed their last side."""
        now = self.now
        if not self._placing:
            return []
        return [
            square
            for square, side in now.pressed.items()
            if now.tiles[square].seat != self.seat
            and side in self.decision.tokens
            and now.against(square) > now.tiles[square].strength
        ]

    @property
    def near(self) -> list[str]:
        """Squares of one's own warriors with one open side."""
        return [square for square in self.now.pressed if self._placing and self.now.tiles[square].seat == self.seat]

    @property
    def shrines(self) -> list[str]:
        """The shrines that one can pay for."""
        return [square for square in self.now.relics if self._placing and square in self.decision.tokens]

    @property
    def helped(self) -> list[str]:
        """Squares where a warrior would get energy from one's own arrows."""
        if not self._placing:
            return []
        return [square for square in self.decision.tokens if self.now.support(self.seat, square)]


MATTERS: Mapping[str, Callable[[Moment], bool]] = {
    "pair": lambda at: at.decision.kind == "pair",
    "order": lambda at: at.decision.kind == "order",
    "place": lambda at: at.decision.kind == "place",
    "prey": lambda at: bool(at.prey),
    "near": lambda at: bool(at.near),
    "relic": lambda at: bool(at.shrines),
    "support": lambda at: bool(at.helped),
    "rotate": lambda at: at.decision.kind in ("place", "rotate"),
    "enhance": lambda at: (
        at.decision.kind in ("place", "rotate", "enhance") and at.now.players[at.seat].storage.total > 0
    ),
    "points": lambda at: at.now.turn > 2,
}
"""By topic, whether it matters now."""
