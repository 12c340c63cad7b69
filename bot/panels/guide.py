"""What the guide of a first game puts above a panel: what has happened, a lesson, and what to press."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components.ids import Verb
from game.core import layout
from game.core.commands import at_table
from game.core.decisions import Decision
from game.core.english import listed
from game.core.faces import Guide, Names, PastQuestion
from game.core.kit import Kit
from game.core.layout import Component, Panel, Place, Style
from game.core.narrowing import Path
from game.core.protocol import View
from game.core.text.names import COMPUTER, shown

LEGEND = "legend"
"""The name of the exhibit that explains the signs on the board, in games that have it."""
_NEWS = 1000
"""Maximum length of what has happened: the panel has its own texts, and a message holds 4,000 characters."""


def welcome(kit: Kit, guide: Guide, game_id: str, computers: Sequence[str]) -> Panel:
    """Return the first panel for a guided player: what the game is about, and a button that goes on."""
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
    """Return the panel below a box with these components; just the panel if there are none."""
    if not components:
        return panel
    return layout.framed(*components) + panel


def news(lines: Sequence[str]) -> list[Component]:
    """Return what has happened since the person last chose, in small letters."""
    kept = latest(lines)
    return [layout.text(*(f"-# {line}" for line in kept))] if kept else []


def latest(lines: Sequence[str]) -> list[str]:
    """Return what has happened since the person last chose; the oldest lines are left out if there are too many."""
    kept: list[str] = []
    for line in reversed(lines):
        if sum(map(len, kept)) + len(line) > _NEWS:
            kept.append(f"… {at_table('log')} tells what was before")
            break
        kept.append(line)
    return kept[::-1]


def lessons(
    guide: Guide,
    decision: Decision,
    view: View,
    names: Names,
    before: Sequence[PastQuestion],
    advice: Path,
    pictured: bool = False,
) -> list[Component]:
    """Return the lessons for this question, given those `before` it, and what a computer player would choose
    (`advice`: the answer, and those known to go with it).

    Where there is no lesson, the advice is given all the same, until the guide has said that it is silent from there
    on.
    """
    texts = guide.lessons(decision, view, names, before)
    if not texts and guide.closed(before):
        return []
    ways = guide.presses(decision, view, names, advice, pictured)
    return [*map(layout.text, texts), layout.text(f"▶ A computer player would choose {ways}")]
