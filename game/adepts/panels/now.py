"""What the rules say of this moment: the phase and its step, what is asked, what is in force."""

from __future__ import annotations

from collections.abc import Iterator

from game.adepts import texts as rulebook
from game.adepts.boards.board import asked
from game.adepts.panels.titles import question
from game.adepts.rules.bonuses import ADEPTS
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS
from game.adepts.words.facts import Facts
from game.adepts.words.force import in_force
from game.adepts.words.signs import PHASES
from game.core import layout
from game.core.decisions import Decision
from game.core.layout import Panel

_BONUS = ("enter", "mine", "type")
"""Kinds of questions about an adept's bonus, which come between casting and the action of the phase."""

_RULES = {"cast": "section:casting", "pay": "section:paying", "enter": "section:miners-inside"}
"""The reference of the rule about a kind of question that no spell asks, if it is not on the page of the phase."""


def rules_now(facts: Facts, decision: Decision | None) -> tuple[Panel, list[str]]:
    """Return three things for whoever looks, and references for further reading.

    `facts` are theirs; `decision` is what they are being asked, or None.
    """
    number = facts.phase
    phase = rulebook.phases()[number]
    forced = in_force(facts)
    if decision is None:
        now = f"**{asked(facts)}.** You are not asked anything now."
    else:
        title, text = question(decision, facts)
        now = f"**You are asked: {title}**\n{text}"
    panel = layout.framed(
        layout.text(
            f"## {PHASES[number]} Phase {number}: {phase.name}",
            f"-# Turn {facts.turn}",
            phase.steps[_step(facts)],
        ),
        layout.line(),
        layout.text(now),
        layout.line(),
        layout.text("**In force until the phase ends**", *(f"- {row}" for row in forced or ["nothing"])),
    )
    return panel, list(dict.fromkeys(_further(facts, decision)))


def _step(facts: Facts) -> int:
    """Return the index of the phase's step: casting, the bonus that comes after it, the action."""
    if facts.step == "cast":
        return 0
    return 1 if set(facts.pending.values()) & set(_BONUS) else 2


def _further(facts: Facts, decision: Decision | None) -> Iterator[str]:
    """Yield references for further reading: the rule of the question, the phase, what is in force, one's own titles
    that matter in this phase."""
    number = facts.phase
    if decision is not None:
        if decision.source:
            yield _card(decision.source)
        if decision.kind in _RULES:
            yield _RULES[decision.kind]
    yield f"phase:{number}"
    yield from (_card(row.source) for row in facts.effects)
    yield from (
        f"adept:{GEM_NAMES[adept.gem]}" for adept in ADEPTS.values() if _helps(facts, adept.phase, GEM_NAMES[adept.gem])
    )
    yield "section:the-turn"


def _helps(facts: Facts, phase: str, gem: str) -> bool:
    """Whether the player holds this adept's card and its bonus belongs to the present phase."""
    return phase == facts.phase and gem in facts.titles(facts.me)


def _card(source: str) -> str:
    return f"spell:{source}" if source in SPELLS else f"adept:{source}"
