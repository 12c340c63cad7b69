"""What the rules say about this moment: the phase, what is asked, what is easily forgotten, and what to read next."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.decisions import Decision
from game.core.desk import moment
from game.core.layout import Panel
from game.core.words import Names, waits
from game.mana_surge import texts
from game.mana_surge.boards.facts import ASKS
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.words import board

SECTIONS = {"setup": "setting-up", "over": "ending"}
"""The section that explains a phase outside of a turn."""


def rules_now(now: ViewReader, seat: str, names: Names, decision: Decision | None) -> tuple[Panel, list[str]]:
    """Return a panel for this seat, with the phase, the question and notes, and references to read next."""
    title, text = _about(now)
    question = decision.text if decision else None
    panel = moment(title, board.place(now), text, waits(now.pending, names, ASKS), question, notes=_notes(now, seat))
    return panel, list(dict.fromkeys(_further(now, seat)))


def _notes(now: ViewReader, seat: str) -> list[str]:
    """Return reminders: one's own locked tokens, and that Fierce is on."""
    locked = [hex for hex, owner in now.troops.items() if owner == seat and now.locked(hex)]
    notes = [f"**Your locked tokens:** {', '.join(locked)}. Each stays until it dies."] if locked else []
    if now.fierce:
        notes.append("**Fierce is on:** an attack that equals the defence kills too.")
    return notes


def _about(now: ViewReader) -> tuple[str, str]:
    """Return the title and the text of the phase."""
    if now.phase in SECTIONS:
        section = texts.section(SECTIONS[now.phase])
        return section.title, section.text
    number, phase = list(texts.phases()).index(now.phase) + 1, texts.phases()[now.phase]
    return f"Phase {number}: {phase.name}", phase.outline


def _further(now: ViewReader, seat: str) -> Iterator[str]:
    """Yield references to read next: the phase, the hexes where one's own tokens stand, the option in force, tips."""
    yield f"section:{SECTIONS[now.phase]}" if now.phase in SECTIONS else f"phase:{now.phase}"
    kinds = [now.kind(hex) for hex, owner in now.troops.items() if owner == seat]
    yield from (f"hex:{kind}" for kind in kinds if kind != "plain")
    if now.fierce:
        yield "section:fierce"
    yield from ("hex:pool", "section:turn", "section:combat", "section:tips")
