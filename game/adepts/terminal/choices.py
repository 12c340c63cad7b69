"""A question and its numbered answers, as compact as is readable."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS
from game.adepts.terminal.card_tables import spell_cards
from game.adepts.terminal.screen import party_text
from game.core.decisions import Decision
from game.core.english import many
from game.core.protocol import View

_GROUP = re.compile(r"(?P<mine>[a-z]+)\.(?P<site>[0-3])x(?P<count>\d+)(?P<push>!?)")
_SITES = ("inside", "I", "II", "III")
LONG = 6
"""The number of groups from which on they are shown as a table of mines."""


def question(decision: Decision, view: View) -> RenderableType:
    """Return what is asked, then the legal tokens with what picks each (`Decision.by_number`)."""
    heading = Text.assemble((decision.text, "bold"), _about(decision))
    numbers = {token: number for number, token in decision.by_number.items()}
    spells = [token for token in numbers if token in SPELLS]
    groups = [token for token in numbers if _GROUP.fullmatch(token)]
    rest = list(numbers)
    parts: list[RenderableType] = [heading]
    if spells:
        parts.append(spell_cards(spells, {spell: f"{numbers[spell]:>3}" for spell in spells}))
        rest = [token for token in rest if token not in SPELLS]
    elif len(groups) >= LONG:
        parts.append(_mines(groups, numbers, ViewReader(view)))
        rest = [token for token in rest if token not in groups]
    if rest:
        listed = [Text(f"{numbers[token]:>3}  {token}") for token in rest]
        parts.append(Columns(listed, padding=(0, 3), column_first=True))
    return Group(*parts)


def _about(decision: Decision) -> str:
    """Return what the words of the question leave out."""
    data = decision.data
    if "miners" in data:
        return f" You have {many(data['miners'], 'miner')} left."
    if "cost" in data:
        return f" It costs {' + '.join(f'{count} {gem}' for gem, count in data['cost'].items())}."
    return ""


def _mines(tokens: Sequence[str], numbers: Mapping[str, str], view: ViewReader) -> Table:
    """Return a table with a row for each mine and a column for each site, in which the groups stand by their
    numbers."""
    cells: dict[tuple[str, str], dict[int, list[str]]] = {}
    for token in tokens:
        if group := _GROUP.fullmatch(token):
            row = cells.setdefault((group["mine"], group["push"]), {})
            row.setdefault(int(group["site"]), []).append(f"{numbers[token]}:x{group['count']}")
    sites = sorted({site for row in cells.values() for site in row})
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="")
    table.add_column("Mine", no_wrap=True)
    table.add_column("Gems", justify="right")
    for site in sites:
        table.add_column(_SITES[site])
    order = list(view.mines)
    for mine, push in sorted(cells, key=lambda row: (order.index(row[0]), row[1])):
        row, at = cells[mine, push], view.mines[mine]
        there = {site: None if push else at.parties[site] for site in sites}
        shown = [Text(" ".join(row[site])) if site in row else party_text(there[site]) for site in sites]
        table.add_row(f"{mine} (push)" if push else mine, str(at.stock), *shown)
    return table
