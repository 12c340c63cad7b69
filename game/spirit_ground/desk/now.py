"""What the rules say about this moment: what is asked, what it leads to, what is easily forgotten."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.decisions import Decision
from game.core.desk import moment
from game.core.english import listed
from game.core.layout import Panel
from game.core.words import Names, waits
from game.spirit_ground import texts
from game.spirit_ground.boards.news import ASKS
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.words import board

PHASES = {
    "pair": "choose",
    "order": "choose",
    "place": "place",
    "pay": "place",
    "rotate": "rotate",
    "enhance": "enhance",
}
"""The phase whose text explains each kind of question."""


def rules_now(now: ViewReader, seat: str, names: Names, decision: Decision | None) -> tuple[Panel, list[str]]:
    """Return a panel for this seat, with the phase, the question and notes, and references to read next."""
    title, text = _about(now)
    question = decision.text if decision else None
    panel = moment(title, board.place(now), text, waits(now.pending, names, ASKS), question, notes=_notes(now, seat))
    return panel, list(dict.fromkeys(_further(now, seat)))


def _phase(now: ViewReader) -> str:
    return next((PHASES.get(kind, "check") for kind in now.pending.values()), "")


def _about(now: ViewReader) -> tuple[str, str]:
    if now.over:
        section = texts.section("ending")
        return section.title, section.text
    phase = texts.phases()[_phase(now)]
    return phase.name, phase.outline


def _notes(now: ViewReader, seat: str) -> list[str]:
    """Return reminders: one's own warriors with one open side, and what shrines cost."""
    near = [square for square in now.pressed if now.tiles[square].seat == seat and not now.over]
    notes = (
        [f"**Your warriors with one open side:** {listed(near)}. Whoever closes it surrounds the warrior."]
        if near
        else []
    )
    if now.relics and not now.over:
        costs = listed(f"{square} {now.cost(square)}" for square in now.relics)
        notes.append(f"**Shrines cost now:** {costs}, at least one spirit each.")
    return notes


def _further(now: ViewReader, seat: str) -> Iterator[str]:
    """Yield references to read next: the question, specials on the ground, the sections that matter most."""
    yield "section:ending" if now.over else f"phase:{_phase(now)}"
    own = [lying.tile for lying in now.tiles.values() if lying.seat == seat or not seat]
    yield from (f"special:{tile.special}" for tile in own if tile.special)
    yield from ("section:check", "section:shrines", "section:support", "section:scoring", "section:tips")
