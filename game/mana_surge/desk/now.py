"""What the rules say about this moment: the phase, what is asked, what is easily forgotten, and what to read next."""

from __future__ import annotations

from collections.abc import Iterator

from game.core import layout
from game.core.decisions import Decision
from game.core.layout import Panel
from game.core.words import Names
from game.mana_surge import texts
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.words import board

SECTIONS = {"setup": "setting-up", "over": "ending"}
"""The section that explains a phase outside of a turn."""


def rules_now(now: ViewReader, seat: str, names: Names, decision: Decision | None) -> tuple[Panel, list[str]]:
    """Return a panel for this seat, with the phase, the question and notes, and references to read next."""
    if decision is None:
        asked = f"**{board.asked_now(now, names)}.** You are not asked anything now."
    else:
        asked = f"**You are asked:** {decision.text}"
    panel = layout.framed(
        layout.text(f"## {_title(now)}", f"-# {board.place_now(now)}", _about(now)), layout.line(), layout.text(asked)
    )
    if notes := _notes(now, seat):
        panel = panel.ending(layout.line(), layout.text(*notes))
    return panel, list(dict.fromkeys(_further(now, seat)))


def _notes(now: ViewReader, seat: str) -> list[str]:
    """Return reminders: one's own locked tokens, and that Fierce is on."""
    locked = [hex for hex, owner in now.troops.items() if owner == seat and now.locked(hex)]
    notes = [f"**Your locked tokens:** {', '.join(locked)}. Each stays until it dies."] if locked else []
    if now.fierce:
        notes.append("**Fierce is on:** an attack that equals the defence kills too.")
    return notes


def _title(now: ViewReader) -> str:
    if now.phase in SECTIONS:
        return next(section.title for section in texts.sections() if section.id == SECTIONS[now.phase])
    number = list(texts.phases()).index(now.phase) + 1
    return f"Phase {number}: {texts.phases()[now.phase].name}"


def _about(now: ViewReader) -> str:
    if now.phase in SECTIONS:
        return next(section.text for section in texts.sections() if section.id == SECTIONS[now.phase])
    phase = texts.phases()[now.phase]
    return "\n".join((phase.summary, *(f"- {step}" for step in phase.steps)))


def _further(now: ViewReader, seat: str) -> Iterator[str]:
    """Yield references to read next: the phase, the hexes where one's own tokens stand, the option in force, tips."""
    yield f"section:{SECTIONS[now.phase]}" if now.phase in SECTIONS else f"phase:{now.phase}"
    kinds = [now.kind(hex) for hex, owner in now.troops.items() if owner == seat]
    yield from (f"hex:{kind}" for kind in kinds if kind != "plain")
    if now.fierce:
        yield "section:fierce"
    yield from ("hex:pool", "section:turn", "section:combat", "section:tips")
