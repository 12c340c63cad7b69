"""What can be looked up in The Harrowing: spells, tiles, rules, rulings, questions, and how it is played here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from types import MappingProxyType

from game.core.decisions import Decision
from game.core.desk import Desk, Entry, Kind
from game.core.faces import Sketch
from game.core.layout import Panel
from game.core.protocol import View
from game.core.words import Names
from game.harrowing.desk.entries import entries
from game.harrowing.rules.reader import ViewReader


class HarrowingDesk(Desk):
    """The desk of The Harrowing. Its panels are made only when they are asked for: searching needs none."""

    kinds = MappingProxyType(
        {
            "tile": Kind("Both sides of a tile", "Its name or id: Waking Dream, 2c"),
            "spell": Kind("A spell of everybody's board", "Its name: Weave, Might"),
        }
    )
    opening = "section"
    ended = "section:ending"
    hint = "a tile, a spell or what it is about (`meditate`, `locked`)"
    grammar = "set tile round turn ruling"

    def entries(self) -> Iterable[Entry]:
        return entries()

    def now(self, view: View, seat: str, names: Names, decision: Decision | None) -> tuple[Panel, Sequence[str]]:
        from game.harrowing.desk.now import rules_now

        return rules_now(ViewReader(view), seat, names, decision)

    def picture(self, ref: str) -> Sketch | None:
        from game.harrowing import pictures

        kind, _, key = ref.partition(":")
        return partial(pictures.page, key) if kind == "tile" else None
