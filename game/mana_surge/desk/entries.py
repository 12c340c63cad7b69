"""Everything that can be looked up, as rows: hexes, phases, sections, terms, rulings, questions, help."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from game.core.desk import Entry, helped
from game.mana_surge import texts

GLOSSARY = "glossary"
WEIGHTS = {"hex": 1.1, "phase": 1.05, "section": 1.1, "question": 1.1, "help": 0.95, "term": 0.95, "ruling": 0.8}
SLUG = 80
"""Characters of a question that its reference has; Discord takes 100 for a value."""


@cache
def entries() -> tuple[Entry, ...]:
    """All of them: "hex:pool", "phase:move", "section:goal", "term:locked", "ruling:8", "question:how-do-i-win",
    "help:undo"."""
    asked = _read("asked")
    found = (*_hexes(), *_phases(), *_sections(), *_rulings(), *_questions(), *helped(__package__, "mana-surge"))
    return tuple(
        entry._replace(asked=_ways(asked.get(entry.kind, {}).get(entry.key, "")), weight=WEIGHTS[entry.kind])
        for entry in found
    )


def slug(text: str) -> str:
    """A title as a key: "how-do-i-win"."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace("'", "")).strip("-")[:SLUG]


def refs(about: Iterable[str]) -> tuple[str, ...]:
    """References of what a text is about, which names kinds of hexes and phases."""
    return tuple(f"hex:{topic}" if topic in texts.hexes() else f"phase:{topic}" for topic in about)


def _ways(listed: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, listed.split(","))))


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def _suggested(title: str, text: str) -> str:
    """The line of an entry whose text is short enough to help in choosing it."""
    return f"{title}: {text}"


def _hexes() -> Iterator[Entry]:
    for hex in texts.hexes().values():
        yield Entry(
            f"hex:{hex.id}",
            hex.title,
            hex.text,
            names=(hex.title,),
            about=refs(hex.about),
            see=(*refs(hex.about), "section:boards"),
            detail=hex.detail,
            label=_suggested(hex.title, hex.text),
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
            label=_suggested(f"Phase {number}, {phase.name}", phase.summary),
        )


def _sections() -> Iterator[Entry]:
    for section in texts.sections():
        terms = [*_terms(section.text)] if section.id == GLOSSARY else []
        see = tuple(term.ref for term in terms)
        yield Entry(f"section:{section.id}", section.title, section.text, (section.title,), see=see)
        yield from terms


def _terms(glossary: str) -> Iterator[Entry]:
    for line in glossary.splitlines():
        term, _, meaning = line.removeprefix("- ").partition(": ")
        meaning = meaning[:1].upper() + meaning[1:]
        title = term[:1].upper() + term[1:]
        yield Entry(f"term:{slug(term)}", title, meaning, (term,), label=_suggested(title, meaning))


def _rulings() -> Iterator[Entry]:
    for ruling in texts.rulings().values():
        yield Entry(
            f"ruling:{ruling.number}",
            f"{ruling.title} (ruling {ruling.number})",
            ruling.text,
            names=(f"ruling {ruling.number}", f"r{ruling.number}", ruling.title),
            about=refs(ruling.about),
            see=tuple(f"question:{slug(row.question)}" for row in texts.answers() if row.ruling == ruling.number),
            quoted=True,
        )


def _questions() -> Iterator[Entry]:
    for row in texts.answers():
        see = (f"ruling:{row.ruling}",) if row.ruling else ()
        yield Entry(
            f"question:{slug(row.question)}", row.question, row.answer, about=refs(row.about), see=see, quoted=True
        )
