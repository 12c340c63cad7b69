"""Spell cards in words, and previews of choices about them."""

from __future__ import annotations

from game.adepts.rules.gems import HAND_LIMIT
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.spells.phase3 import Munificence, Purge
from game.adepts.words.facts import Facts
from game.adepts.words.gems import amounts, gem, listed, many, spell_name
from game.adepts.words.signs import GEMS, PHASES
from game.adepts.words.vain import in_vain
from game.core.decisions import Decision

Lines = list[str]

LATE = "✖️ Not castable any more in this game"


def card_text(card: str, copies: int = 1) -> str:
    """A card: its name, phase and cost, and its text."""
    which = SPELLS[card]
    twice = f" ×{copies}" if copies > 1 else ""
    facts = f"{PHASES[which.phase]} Phase {which.phase} · costs {amounts(which.price)}"
    return f"**{which.name}** ({card}){twice}\n-# {facts}\n{which.text}"


def told(card: str) -> str:
    """A chosen card in one line: what it costs and when it is cast; its text stands elsewhere."""
    which = SPELLS[card]
    return f"**{spell_name(card)}** · {PHASES[which.phase]} phase {which.phase} · {amounts(which.price)}"


def means(card: str, facts: Facts) -> str:
    """What the player can pay for it with: "1 in stage 1, battery level 3" for each gem."""
    return "; ".join(_source(facts, name) for name in SPELLS[card].price)


def _source(facts: Facts, name: str) -> str:
    held = [f"{count} in stage {stage}" for stage, count in enumerate(facts.queue(name), 1) if count]
    if level := facts.battery(name):
        held.append(f"battery level {level}")
    return f"{GEMS[name]} {listed(held, 'none')}"


def cast(_decision: Decision, facts: Facts, token: str) -> Lines:
    """A spell about to be cast."""
    card = SPELLS[token]
    lines = [f"**Cast {card.name}** for {amounts(card.price)}", f"-# You have {means(token, facts)}"]
    if card.lasting:
        lines.append("-# It lasts until the phase ends.")
    return [*lines, *warning(in_vain(facts, token))]


def warning(reason: str) -> Lines:
    """Warn that something would be paid for in vain, and say why; nothing without a reason."""
    return [f"- ⚠️ As things stand it changes nothing: {reason}."] if reason else []


def discard(_decision: Decision, _facts: Facts, token: str) -> Lines:
    """A card that goes to the discard pile."""
    return [told(token), "- It goes to the discard pile, for all to see."]


def purge(_decision: Decision, facts: Facts, token: str) -> Lines:
    """A card that Purge turns into mana."""
    return [
        told(token),
        "- It goes to the discard pile, for all to see.",
        f"- Your mana: {facts.mana()} → {facts.mana() + Purge.mana}",
    ]


def take(decision: Decision, facts: Facts, token: str) -> Lines:
    """A card that comes into one's hand: Munificence, Spellsteal."""
    lines = [told(token), "- It comes into your hand."]
    if decision.source == Munificence.id:
        levels = {name: Munificence.levels * count for name, count in SPELLS[token].price.items()}
        return [*lines, *(f"- {gem(name)} battery: {facts.rise(name, n)}" for name, n in levels.items())]
    victim = facts.name(decision.data["chosen"][0]) if decision.data.get("chosen") else "Its owner"
    return [*lines, f"- {victim} learns which one you took; nobody else does."]


def draw(_decision: Decision, facts: Facts, _token: str) -> Lines:
    """A card drawn unseen."""
    held, left = len(facts.hand()), facts.library_size
    there = f"{left} {'is' if left == 1 else 'are'} in the library"
    if not left:
        there = "the library is empty, so the discard pile is shuffled first"
    lines = ["**One spell from the library, unseen**", f"- You hold {many(held, 'spell')}; {there}."]
    if held >= HAND_LIMIT:
        lines.append("- You will have to discard one of the six then.")
    return lines
