"""What can be looked up in Adepts: cards, adepts, phases, the rules, rulings, questions, and how it is played here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from game.adepts.desk.entries import entries
from game.adepts.desk.holder import for_holder
from game.adepts.desk.tidy import tidied
from game.core.decisions import Decision
from game.core.desk import Desk, Entry, Kind
from game.core.layout import Panel, Picture
from game.core.protocol import View

if TYPE_CHECKING:
    from game.core.faces import Names, Sketch


class AdeptsDesk(Desk):
    """The desk of Adepts. Pictures and panels are imported only when they are asked for: a search needs neither."""

    kinds = MappingProxyType(
        {
            "spell": Kind("A spell's card and what was ruled on it", "Its name, number or effect"),
            "adept": Kind("An adept's card", "Its gem or bonus"),
            "phase": Kind("A phase, step by step", "Its name or number"),
        }
    )
    opening = "section"
    ended = "section:the-end"
    hint = "a spell, an adept, a phase or what it is about (`steal mana`, `empty mine`)"
    grammar = "phase turn stage site"
    slight = "card cards spell spells"

    def entries(self) -> Iterable[Entry]:
        return entries()

    def tidied(self, text: str) -> str:
        return tidied(text)

    def now(self, view: View, seat: str, names: Names, decision: Decision | None) -> tuple[Panel, Sequence[str]]:
        from game.adepts.panels.now import rules_now
        from game.adepts.words.facts import Facts

        return rules_now(Facts(view, seat, names), decision)

    def own(self, ref: str, view: View, seat: str) -> str:
        kind, _, spell = ref.partition(":")
        return (for_holder(spell, view, seat) or "") if kind == "spell" else ""

    def picture(self, ref: str) -> Sketch | None:
        kind, _, spell = ref.partition(":")
        return partial(card, spell) if kind == "spell" else None


def card(spell: str, letters: bool = False) -> Picture:
    """The picture of a spell's page."""
    from game.adepts.pictures import spell_card

    return spell_card(spell, letters)
