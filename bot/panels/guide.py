"""What the guide of a first game puts above a panel: what happened since, a lesson, what to press."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ids import Verb
from game.adepts.panels.decision import MOST_CARDS
from game.adepts.panels.defaults import filled
from game.adepts.panels.options import choices
from game.adepts.panels.titles import confirm_label
from game.adepts.panels.tree import CARDS, steps
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import PASS
from game.adepts.words import guide
from game.adepts.words.facts import Facts
from game.adepts.words.gems import listed, spell
from game.adepts.words.moves import pass_label
from game.adepts.words.signs import COMPUTER
from game.core import layout
from game.core.decisions import Decision
from game.core.layout import Brick, Panel, Place, Style
from game.core.text.names import shown

_NEWS = 1000
"""Characters for what happened: a panel has its own texts, and a message holds 4,000."""


def welcome(game_id: str, computers: Sequence[str]) -> Panel:
    """The first thing a guided player sees: what the game is about, and a button that goes on."""
    place = Place(game_id)
    return layout.framed(
        layout.text(guide.welcome()),
        layout.text(
            f"-# You play with {listed(map(shown, computers))} ({COMPUTER}: a computer player). I guide you until your"
            " first gems have become mana, and only you see that. The board is for everybody; **Legend** says what its"
            " signs mean."
        ),
        layout.row(
            place.button(Verb.TURN, "Show me my first move", style=Style.SUCCESS),
            place.button(Verb.SHOW, "Legend", "legend"),
            place.button(Verb.SKIP, "Skip the guide"),
        ),
    )


def above(panel: Panel, *bricks: Brick) -> Panel:
    """The panel under a box of its own with these bricks."""
    if not bricks:
        return panel
    return layout.framed(*bricks) + panel


def news(lines: Sequence[str]) -> list[Brick]:
    """What happened since the person last chose; the oldest is left out if it is much."""
    kept: list[str] = []
    for line in reversed(lines):
        if sum(map(len, kept)) + len(line) > _NEWS:
            kept.append("… `/adepts log` tells what was before")
            break
        kept.append(line)
    return [layout.text(*(f"-# {line}" for line in reversed(kept)))] if kept else []


def lessons(
    decision: Decision, facts: Facts, before: Sequence[guide.Asked], advice: str, pictured: bool = False
) -> list[Brick]:
    """What is to be said of this question after those `before`, and what a computer player would press (`advice`)."""
    texts = guide.guidance(decision, facts, before)
    if not texts:
        return []
    return [
        *map(layout.text, texts),
        layout.text(f"▶ A computer player would choose {_presses(decision, facts, advice, pictured)}"),
    ]


def _presses(decision: Decision, facts: Facts, token: str, pictured: bool) -> str:
    """The way to a token, in the labels of the panel: "**Diamond** › **I·4** › **Assign**"."""
    if token == PASS:
        return f"**{pass_label(decision.kind)}**"
    path = steps(decision.kind, decision.source, token)
    if decision.kind == "research":
        names = listed(SPELLS[card].name for card in path)
        keeps = [
            f"**{'Keep both' if card in path[:n] else 'Keep'}** beside {spell(card)}" for n, card in enumerate(path)
        ]
        if pictured:
            keeps = [
                f"**{SPELLS[card].name}{': keep both' if card in path[:n] else ''}**" for n, card in enumerate(path)
            ]
        return " › ".join([*keeps, f"**Keep {names}**"])
    labels = []
    for at, step in enumerate(path):
        if filled(decision, facts, path[:at]) == path:  # the rest is chosen already
            break
        ways = choices(decision, facts, path[:at])
        if len(ways) > 1:
            label = next(way.label for way in ways if way.value == step)
            beside = decision.kind in CARDS and len(ways) <= MOST_CARDS and not pictured
            labels.append(f"**Choose** beside {label}" if beside else f"**{label}**")
    return " › ".join([*labels, f"**{confirm_label(decision, token)}**"])
