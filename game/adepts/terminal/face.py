"""Adepts on a terminal, as the rest of the program asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rich.console import RenderableType

from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS
from game.adepts.terminal import choices, screen
from game.adepts.terminal.card_tables import adept_card, spell_cards
from game.adepts.terminal.tally import SpellTally
from game.adepts.terminal.told import merged
from game.adepts.words.wording import tell
from game.core.decisions import Decision, Event
from game.core.faces import Command, Names
from game.core.protocol import Game, View
from game.core.terminal import Terminal


def _hand(view: View, seat: str, _: str) -> RenderableType:
    hand = ViewReader(view).players[seat].hand
    return spell_cards(hand) if hand else "You hold no spell."


def _spell(_view: View, _seat: str, rest: str) -> RenderableType:
    named = [spell.id for spell in SPELLS.values() if rest.lower() in (spell.id.lower(), spell.name.lower())]
    return spell_cards(named) if named else "Name a spell, or its number and side, 1A to 20B: spell 3B"


def _adept(_view: View, _seat: str, rest: str) -> RenderableType:
    gem = rest.lower()
    return adept_card(gem) if gem in GEM_NAMES else f"Name a gem: {', '.join(GEM_NAMES)}"


class AdeptsTerminal(Terminal):
    """The terminal of Adepts; each part is in a module of its own."""

    example = "topaz.2x3, 3B, pass"
    by_seat = True
    commands = MappingProxyType(
        {
            "hand": Command("hand", "your spells and what they do", _hand),
            "spell": Command("spell 3B", "what a spell does", _spell),
            "adept": Command("adept onyx", "what an adept may do", _adept),
        }
    )

    def board(self, view: View, names: Names, width: int) -> RenderableType:
        return screen.board(view, width, names)

    def result(self, standing: Mapping[str, Mapping[str, Any]], names: Names) -> None:
        """Return nothing: the board has the result."""
        return

    def question(self, decision: Decision, view: View, names: Names) -> RenderableType:
        return choices.question(decision, view)

    def told(self, events: Iterable[Event], names: Names) -> list[str]:
        return [tell(event, names) for event in merged(events)]

    def tally(self, game: Game, options: Mapping[str, Any]) -> SpellTally:
        return SpellTally(() if options["spells"] == "random" else game.setup["spells"])
