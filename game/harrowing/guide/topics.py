"""Which topics matter at a question, for somebody who plays for the first time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.decisions import Decision
from game.core.protocol import View
from game.harrowing.boards.news import wanted
from game.harrowing.panels.spots import faces
from game.harrowing.rules.content import BOARD, RITUAL
from game.harrowing.rules.reader import ViewReader

LOW = 2
"""The most cubes in the pool with which meditating is worth mentioning."""
_RITUALS = {face.source for face in BOARD if face.kind == RITUAL}


class Moment:
    """A question, and what the person sees."""

    def __init__(self, decision: Decision, view: View) -> None:
        self.decision, self.seat, self.now = decision, decision.seat, ViewReader(view)

    @property
    def invoking(self) -> bool:
        return self.decision.kind == "invoke"

    @property
    def claimable(self) -> tuple[str, ...]:
        """The tiles that one could claim now; empty if Claim is not offered."""
        offered = self.invoking and "claim" in self.decision.tokens
        return self.now.claimable(self.seat) if offered else ()

    @property
    def first_claim(self) -> bool:
        """Whether one could claim a tile for the first time."""
        return bool(self.claimable) and not self.now.players[self.seat].claimed

    @property
    def threats(self) -> dict[str, str]:
        """By seat, with what other players could win with their next claim, in words."""
        if not self.invoking:
            return {}
        return {seat: what for seat in self.now.seats if seat != self.seat and (what := wanted(self.now, seat))}

    @property
    def wants(self) -> str:
        """With what one could win with the next claim, in words."""
        return wanted(self.now, self.seat) if self.invoking else ""

    @property
    def shared(self) -> list[str]:
        """One's tiles that somebody else owns too."""
        return [id for id in self.now.own(self.seat) if self.invoking and len(self.now.field[id].pillars) > 1]

    @property
    def own(self) -> tuple[str, ...]:
        """One's own tiles, without one that is being placed, moved or claimed (ruling r17)."""
        busy = {self.now.claiming, self.decision.data["tile"] if self.placing else None}
        return tuple(id for id in self.now.own(self.seat) if id not in busy)

    @property
    def placing(self) -> bool:
        return self.decision.kind in ("side", "spot")

    @property
    def kin(self) -> list[str]:
        """One's own tiles that share a rune with either side of the tile that is placed or moved."""
        runes = {rune for face in faces(self.decision) for rune in face.runes} if self.placing else set()
        return [id for id in self.own if runes & set(self.now.field[id].face.runes)]

    @property
    def pool(self) -> int:
        return self.now.players[self.seat].pool

    def offers(self, spell: str) -> bool:
        """Return whether somebody who has already invoked a spell in this turn can invoke this one now."""
        return self.invoking and self.now.used > 0 and spell in self.decision.tokens


MATTERS: Mapping[str, Callable[[Moment], bool]] = {
    "core": lambda at: at.decision.kind == "core",
    "set": lambda at: at.decision.kind in ("core", "set"),
    "threat": lambda at: bool(at.threats),
    "wins": lambda at: bool(at.wants),
    "claimed": lambda at: bool(at.now.players[at.seat].claimed),
    "claim": lambda at: bool(at.claimable),
    "invoke": lambda at: at.invoking,
    "weave": lambda at: at.invoking and "weave" in at.decision.tokens,
    "alone": lambda at: at.placing and not at.kin,
    "spot": lambda at: bool(at.kin),
    "side": lambda at: at.decision.kind == "side",
    "raise": lambda at: at.offers("raise"),
    "shift": lambda at: at.offers("shift") and len(at.own) > 1,
    "pool": lambda at: at.invoking and at.pool <= LOW,
    "keep": lambda at: at.decision.kind == "keep",
    "battle": lambda at: at.decision.kind == "muster" or at.offers("muster"),
    "shared": lambda at: bool(at.shared),
    "ritual": lambda at: at.invoking and at.now.turn > 2 and bool(_RITUALS & set(at.decision.tokens)),
}
"""By topic, whether it matters now."""
