"""What the rules say about this moment: what is asked, what it leads to, what is easily forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.decisions import Decision
from game.core.desk import moment
from game.core.english import listed
from game.core.layout import Panel
from game.core.words import Names, waits
from game.harrowing import texts
from game.harrowing.boards.news import ASKS
from game.harrowing.rules.content import BOARD_OF, FACE_OF
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words import board, spells
from game.harrowing.words.terms import called

SECTIONS: Mapping[str, str] = {
    "core": "setting-up",
    "set": "setting-up",
    "invoke": "turn",
    "keep": "meditate",
    "order": "turn",
    "pool": "slots",
    "claim": "claiming",
    "battle": "battle",
    "reroll": "dice",
    "muster": "battle",
}
"""The section that explains each kind of question; other kinds are explained by their step, else by the section on the
field."""
STEPS: Mapping[str, str] = {"to": "march", "side": "weave", "spot": "weave", "with": "swap", "spin": "rotate"}
MOST = 25


def rules_now(now: ViewReader, seat: str, names: Names, decision: Decision | None) -> tuple[Panel, list[str]]:
    """Return a panel for this seat, with the question, its explanation and notes, and at most MOST references to read
    next."""
    title, text = _about(now)
    question = decision.text if decision else None
    notes = [] if now.over else [*board.winning(now, names), *_notes(now, seat)]
    panel = moment(title, board.place(now), text, waits(now.pending, names, ASKS), question, _spell(decision), notes)
    return panel, list(dict.fromkeys(_further(now, seat)))[:MOST]


def _about(now: ViewReader) -> tuple[str, str]:
    kind = next(iter(now.pending.values()), "")
    step = texts.steps().get(STEPS.get(kind, kind))
    if not now.over and kind not in SECTIONS and step is not None:
        return step.title, step.text
    wanted = "ending" if now.over else SECTIONS.get(kind, "field")
    section = texts.section(wanted)
    return section.title, section.text


def _spell(decision: Decision | None) -> list[str]:
    """Explain the spell that asks the question, if one does."""
    spell = FACE_OF[decision.source] if decision and decision.source else None
    return [f"It is a step of **{called(spell)}**: {spells.told(spell)}"] if spell else []


def _notes(now: ViewReader, seat: str) -> Iterator[str]:
    """Yield a reminder of what one could claim."""
    if seat and (can := now.claimable(seat)):
        yield f"**You could claim:** {listed(can)}, if Claim has its slot free."


def _further(now: ViewReader, seat: str) -> Iterator[str]:
    """Yield references to read next: the question, the sections that matter most, the seat's tiles."""
    kind = next(iter(now.pending.values()), "")
    yield "section:ending" if now.over else f"section:{SECTIONS.get(kind, 'field')}"
    if (step := STEPS.get(kind, kind)) in texts.steps():
        yield f"step:{step}"
    if kind in BOARD_OF:
        yield f"spell:{kind}"
    yield from ("section:claiming", "section:battle", "section:meditate", "section:spells", "section:tips")
    own = now.own(seat) if seat else now.field
    yield from (f"tile:{id}" for id in own)
