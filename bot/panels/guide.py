"""What the guide of a first game puts above a panel: what happened since, a lesson, what to press."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components.ids import Verb
from game.core import layout
from game.core.commands import at_table
from game.core.decisions import Decision
from game.core.english import listed
from game.core.faces import Asked, Guide, Names
from game.core.kit import Kit
from game.core.layout import Component, Panel, Place, Style
from game.core.protocol import View
from game.core.text.names import COMPUTER, shown

LEGEND = "legend"
"""The exhibit, where a game has it, that says what the signs on the board mean."""
_NEWS = 1000
"""Characters for what happened: a panel has its own texts, and a message holds 4,000."""


def welcome(kit: Kit, guide: Guide, game_id: str, computers: Sequence[str]) -> Panel:
    """The first thing a guided player sees: what the game is about, and a button that goes on."""
    place = Place(game_id)
    signs = [each for each in kit.panels.exhibits if each.name == LEGEND]
    about = [f" The board is for everybody; **{each.label}** says what its signs mean." for each in signs]
    return layout.framed(
        layout.text(guide.welcome()),
        layout.text(
            f"-# You play with {listed(map(shown, computers))} ({COMPUTER}: a computer player). I guide you until"
            f" {guide.until}, and only you see that.{''.join(about)}"
        ),
        layout.row(
            place.button(Verb.TURN, "Show me my first move", style=Style.SUCCESS),
            *(place.button(Verb.SHOW, each.label, each.name) for each in signs),
            place.button(Verb.SKIP, "Skip the guide"),
        ),
    )


def above(panel: Panel, *components: Component) -> Panel:
    """The panel under a box of its own with these components."""
    if not components:
        return panel
    return layout.framed(*components) + panel


def news(lines: Sequence[str]) -> list[Component]:
    """What happened since the person last chose; the oldest is left out if it is much."""
    kept: list[str] = []
    for line in reversed(lines):
        if sum(map(len, kept)) + len(line) > _NEWS:
            kept.append(f"… {at_table('log')} tells what was before")
            break
        kept.append(line)
    return [layout.text(*(f"-# {line}" for line in reversed(kept)))] if kept else []


def lessons(
    guide: Guide,
    decision: Decision,
    view: View,
    names: Names,
    before: Sequence[Asked],
    advice: str,
    pictured: bool = False,
) -> list[Component]:
    """What is to be said of this question after those `before`, and what a computer player would press (`advice`): that
    also where there is nothing to say, until the guide has said that it is silent from there on."""
    texts = guide.lessons(decision, view, names, before)
    if not texts and guide.closed(before):
        return []
    ways = guide.presses(decision, view, names, advice, pictured)
    return [*map(layout.text, texts), layout.text(f"▶ A computer player would choose {ways}")]
