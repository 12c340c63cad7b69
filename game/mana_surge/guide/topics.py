"""Which topics matter at a question, for somebody who plays for the first time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.decisions import Decision
from game.core.protocol import View
from game.mana_surge.panels.plan import Plan, Step
from game.mana_surge.rules.boards.board import Kind
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.tokens import STRIKE, Outcome, ends

KINDS: Mapping[str, Kind] = {"action": "action", "strong": "strong", "extra": "spawn", "guard": "guard", "weak": "weak"}
"""The topics about a kind of hex, with that kind."""
TURN = ("move", "attack")
"""Kinds of question in which a turn is planned."""


class Moment:
    """A question, what the person sees, and what they can do."""

    def __init__(self, decision: Decision, view: View) -> None:
        self.decision, self.now = decision, ViewReader(view)
        self.seat = decision.seat
        self.ways: list[Step] = Plan(decision, view).ways(())

    @property
    def strikes(self) -> list[Step]:
        """The possible attacks."""
        return [step for step in self.ways if STRIKE in step.token]

    @property
    def kills(self) -> list[Step]:
        """The attacks that kill an enemy. One in which only the attacker would die teaches nothing."""
        return [step for step in self.strikes if self.outcome(step).target]

    def outcome(self, strike: Step) -> Outcome:
        """Return who would die in this attack."""
        return self.now.outcome(*strike.token.split(STRIKE))

    @property
    def steps(self) -> list[str]:
        """The hexes that moves lead to."""
        return [
            target for step in self.ways if (way := ends(step.token)) and step not in self.strikes for target in way[1:]
        ]

    def near(self, kind: Kind) -> list[str]:
        """Return the hexes of a kind, in hex order, where any token stands or one of one's own could step."""
        there = {*self.steps, *self.now.troops}
        return [name for name in self.now.board.names if name in there and self.now.kind(name) == kind]


def _about(kind: Kind) -> Callable[[Moment], bool]:
    return lambda at: at.decision.kind in TURN and bool(at.near(kind))


MATTERS: Mapping[str, Callable[[Moment], bool]] = {
    "colour": lambda at: at.decision.kind == "colour",
    "corner": lambda at: at.decision.kind == "corner",
    "attack": lambda at: bool(at.kills),
    "spawn": lambda at: at.now.turn > 0,
    "move": lambda at: at.decision.kind in TURN,
    "pool": lambda at: at.decision.kind in TURN,
    "lock": lambda at: any(at.near(kind) for kind in ("pool", "action", "spawn")),
    **{topic: _about(kind) for topic, kind in KINDS.items()},
    "win": lambda at: any(player.mana for player in at.now.players.values()),
}
"""By topic, whether it matters now."""
