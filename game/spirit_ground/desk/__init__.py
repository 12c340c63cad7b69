"""What can be looked up in Spirit Ground: warriors, phases, rules, rulings, questions, and how it is played here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from game.core.decisions import Decision
from game.core.desk import Desk, Entry, Kind
from game.core.layout import Panel
from game.core.protocol import View
from game.core.words import Names
from game.spirit_ground.desk.entries import entries
from game.spirit_ground.rules.reader import ViewReader


class SpiritGroundDesk(Desk):
    """The desk of Spirit Ground. Its panels are made only when they are asked for: searching needs none."""

    kinds = MappingProxyType(
        {
            "warrior": Kind("What a warrior has", "Its name or number: Mud Otter, C7"),
            "phase": Kind("A part of a round, step by step", "Its name or number"),
        }
    )
    opening = "section"
    ended = "section:ending"
    hint = "a warrior, a part of the round or what it is about (`who dies`, `shrine`)"
    grammar = "phase round turn ruling"

    def entries(self) -> Iterable[Entry]:
        return entries()

    def now(self, view: View, seat: str, names: Names, decision: Decision | None) -> tuple[Panel, Sequence[str]]:
        from game.spirit_ground.desk.now import rules_now

        return rules_now(ViewReader(view), seat, names, decision)
