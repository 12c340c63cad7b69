"""Spell cards and adept cards as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.table import Table
from rich.text import Text

from game.adepts.rules.bonuses import ADEPTS
from game.adepts.rules.gems import GEM_NAMES, GEM_OF
from game.adepts.rules.spells import SPELLS
from game.core.english import many


def spell_cards(spells: Iterable[str], labels: Mapping[str, str] | None = None) -> Table:
    """Return a row for each card: id, name, phase, cost, text; with a label before those that have one."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for column in ("", "id", "name"):
        table.add_column(column, no_wrap=True)
    for spell in spells:
        card = SPELLS[spell]
        cost = " + ".join(many(count, GEM_NAMES[gem]) for gem, count in card.cost)
        text = Text.assemble((f"Phase {card.phase}, {cost}. ", "dim"), card.text)
        table.add_row((labels or {}).get(spell, ""), Text(spell, style="bold"), Text(card.name, style="bold"), text)
    return table


def adept_card(gem: str) -> Text:
    """Return what the adept of a gem may do."""
    card = ADEPTS[GEM_OF[gem]]
    return Text.assemble((card.name, "bold"), (f". Phase {card.phase}. ", "dim"), card.text)
