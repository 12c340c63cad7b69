"""What a panel begins and ends with: its heading, what one should know, the labels of the last buttons."""

from __future__ import annotations

from game.adepts import texts as rulebook
from game.adepts.panels.tree import BY_MINE
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.spells.phase5 import Inflation
from game.adepts.words.facts import Facts
from game.adepts.words.force import in_force
from game.adepts.words.gems import amounts, many, phase, spell_name
from game.adepts.words.signs import GEMS
from game.adepts.words.wording import asked
from game.core.decisions import Decision
from game.core.english import listed, number, sentence
from game.core.narrowing import Path

_TITLES = {
    "cast": "Cast a spell?",
    "pay": "Pay for {source}",
    "enter": "Topaz adept: go inside?",
    "assign": "Assign miners",
    "again": "Gateways: assign again?",
    "research": "Research",
    "draw": "Draw a spell?",
    "discard": "Too many spells",
}

_CONFIRMS = {
    "pay": "Pay",
    "enter": "Go inside",
    "assign": "Assign",
    "again": "Assign",
    "place": "Place",
    "to": "Move",
    "take": "Swap",
    "steal": "Take it",
    "take-spell": "Take it",
    "purge": "Purge it",
    "discard": "Discard it",
    "draw": "Draw",
    "realign": "Send them there",
    "siphon": "Siphon it",
}


_HINTS = {
    "mine": "Which mine?",
    "site": "Which site?",
    "from": "From which site?",
    "to": "To which site?",
    "miner": "Which site?",
    "pay": "Another way to pay",
    "give": "Which gem?",
    "take": "Which gems?",
    "gem": "Which gem?",
    "steal": "Which gem?",
    "stage": "Which gems?",
    "type": "Which gem?",
    "realign": "Which battery?",
    "siphon": "Which battery?",
    "take-spell": "Which spell?",
}


_NEEDS = {"no_target": "there is nothing it could act on", "too_little_mana": f"it takes {number(Inflation.mana)} mana"}
"""Why a card that could be paid for cannot be cast, by what it needs (`Spell.needs`)."""


def question(decision: Decision, facts: Facts) -> tuple[str, str]:
    """Return what a question is about, and what is asked, with players by their names."""
    source, data = decision.source, decision.data
    name = SPELLS[source].name if source in SPELLS else f"{source.capitalize()} adept"
    title = _TITLES.get(decision.kind, "{source}").format(source=name)
    if "victim" in data:
        title = f"{title}: {facts.name(data['victim'])}"
    text = asked(decision, facts.names).removeprefix(f"{name}: ")
    return title, sentence(text)


def heading(decision: Decision, facts: Facts, table: str = "", brief: bool = False) -> str:
    """Return the question: where the game stands, what it is about and, unless it is to be brief, what is asked.

    `table` says which game it is, where that is needed.
    """
    title, text = question(decision, facts)
    number = facts.phase
    where = f"{table} · " if table else ""
    lines = [f"-# {where}Turn {facts.turn} · {phase(number)}, {rulebook.phases()[number].name}", f"## {title}"]
    return "\n".join(lines if brief else [*lines, text])


def intro(decision: Decision, facts: Facts, path: Path, pictured: bool = False) -> list[str]:
    """Return what one needs to know to choose; less if a mine is chosen already, or a picture shows the mines."""
    kind = decision.kind
    if kind in BY_MINE and pictured:
        return [] if path else _miners(decision)
    if kind in BY_MINE or kind == "mine" or (kind, decision.source) == ("stage", "9A"):
        mines = [facts.mine_line(path[0])] if path else ["-# gems left · who is on the sites I, II, III", *_all(facts)]
        return [*_miners(decision), *mines, *(f"-# In force · {row}" for row in in_force(facts))]
    if kind == "cast" and not path:
        return _not_now(decision, facts)
    if kind == "pay":
        return [f"Cost: **{amounts(decision.data['cost'])}**"]
    if kind == "type" and decision.source in ("17B", "18B", "diamond"):
        return ["-# Counts are of stage 3, which is processed this phase."]
    return []


def hint(kind: str) -> str:
    """The hint of a select in which nothing is chosen yet."""
    if kind in BY_MINE:
        return "Which mine?"
    return _HINTS.get(kind, "Choose …")


def _miners(decision: Decision) -> list[str]:
    return [f"You have **{many(decision.data['miners'], 'miner')}** to assign."] if "miners" in decision.data else []


def _all(facts: Facts) -> list[str]:
    return [facts.mine_line(name) for name in GEM_NAMES]


def _not_now(decision: Decision, facts: Facts) -> list[str]:
    """Name the other cards of the hand, and say why they cannot be cast."""
    phase = facts.phase
    lines = []
    for card in dict.fromkeys(facts.hand()):
        if card in decision.tokens:
            continue
        why = _NEEDS[SPELLS[card].needs]
        if SPELLS[card].phase != phase:
            why = f"phase {SPELLS[card].phase}"
        elif short := facts.missing(card):
            why = f"you lack {listed(f'{count} {GEMS[gem]}' for gem, count in short.items() if count)}"
        lines.append(f"{spell_name(card)}: {why}")
    return [f"-# Not now · {'; '.join(lines)}"] if lines else []


def confirm_label(decision: Decision, token: str) -> str:
    """The label of the button that confirms."""
    if decision.kind == "cast":
        return f"Cast {spell_name(token)}"
    return _CONFIRMS.get(decision.kind, "Confirm")
