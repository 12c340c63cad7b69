"""What can be looked up in Mana Surge: hexes, phases, the rules, rulings, questions, and how it is played here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from game.core.decisions import Decision
from game.core.desk import Desk, Entry, Kind
from game.core.layout import Panel
from game.core.protocol import View
from game.core.words import Names
from game.mana_surge.desk.entries import entries
from game.mana_surge.rules.reader import ViewReader


class ManaSurgeDesk(Desk):
    """The desk of Mana Surge. Its panels are made only when they are asked for: searching needs none."""

    kinds = MappingProxyType(
        {
            "hex": Kind("What a hex does", "Its name: Extra Action, +1 Attack, Pool"),
            "phase": Kind("A phase of a turn, step by step", "Its name or number"),
        }
    )
    opening = "section"
    ended = "section:ending"
    hint = "a hex, a phase or what it is about (`who dies`, `locked`)"
    grammar = "phase round turn hex"

    def entries(self) -> Iterable[Entry]:
        return entries()

    def now(self, view: View, seat: str, names: Names, decision: Decision | None) -> tuple[Panel, Sequence[str]]:
        from game.mana_surge.desk.now import rules_now

        return rules_now(ViewReader(view), seat, names, decision)
