"""The desk of The Adept: rules, words, Methods, Effects, what doom buys, prices, rulings and help, for looking up."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from game.core.desk import Desk, Entry, Kind
from game.the_adept.desk.entries import entries


class AdeptDesk(Desk):
    """Looks up words, rules, and how the game is played with the bot."""

    kinds = MappingProxyType(
        {
            "method": Kind("A Method of magic", "Its name: craft, ritual, will"),
            "effect": Kind("An Effect of magic", "Its name: illusion, time"),
            "price": Kind("What an advance costs", "What you want: power, move"),
        }
    )
    opening = "section"
    hint = "a word of the game or what it is about (`hero dice`, `out of mana`)"
    grammar = "step die roll second"
    slight = "mage character"

    def entries(self) -> Iterable[Entry]:
        return entries()
