"""Everything that can be looked up, as rows: hexes, phases, sections, terms, rulings, questions, help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from game.core.desk import Entry
from game.core.help import table_pages
from game.core.rows import question_rows, ruling_rows, section_rows, suggested, weighed
from game.mana_surge import texts

WEIGHTS = {"hex": 1.1, "phase": 1.05, "section": 1.1, "question": 1.1, "help": 0.95, "term": 0.95, "ruling": 0.8}


@cache
def entries() -> tuple[Entry, ...]:
    """Return all entries. Their references look like "hex:pool", "phase:move", "section:goal", "term:locked",
    "ruling:8", "question:how-do-i-win", "help:undo"."""
    found = (
        *_hexes(),
        *_phases(),
        *section_rows(texts.sections()),
        *ruling_rows(texts.rulings().values(), texts.answers(), _refs),
        *question_rows(texts.answers(), _refs),
        *table_pages(__package__, "mana-surge"),
    )
    return weighed(found, __package__, WEIGHTS)


def _refs(about: Iterable[str]) -> tuple[str, ...]:
    """Return references to what a text is about; `about` holds ids of kinds of hexes and of phases."""
    return tuple(f"hex:{topic}" if topic in texts.hexes() else f"phase:{topic}" for topic in about)


def _hexes() -> Iterator[Entry]:
    for hex in texts.hexes().values():
        yield Entry(
            f"hex:{hex.id}",
            hex.title,
            hex.text,
            names=(hex.title,),
            about=_refs(hex.about),
            see=(*_refs(hex.about), "section:boards"),
            detail=hex.detail,
            label=suggested(hex.title, hex.text),
        )


def _phases() -> Iterator[Entry]:
    for number, phase in enumerate(texts.phases().values(), 1):
        steps = "\n".join(f"{at}. {step}" for at, step in enumerate(phase.steps, 1))
        hexes = [f"hex:{hex.id}" for hex in texts.hexes().values() if phase.id in hex.about]
        others = [f"phase:{other}" for other in texts.phases() if other != phase.id]
        yield Entry(
            f"phase:{phase.id}",
            f"Phase {number}: {phase.name}",
            f"{phase.summary}\n\n{steps}",
            names=(f"{phase.name} phase", f"phase {number}"),
            see=("section:turn", *others, *hexes),
            label=suggested(f"Phase {number}, {phase.name}", phase.summary),
        )
