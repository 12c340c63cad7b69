"""Everything that can be looked up, as rows: specials, phases, sections, terms, warriors, rulings, questions, help."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from game.core.desk import Entry, helped
from game.spirit_ground import texts
from game.spirit_ground.rules.content import USUAL, content
from game.spirit_ground.words.terms import printed

GLOSSARY = "glossary"
WEIGHTS = {
    "special": 1.15,
    "phase": 1.05,
    "section": 1.1,
    "question": 1.1,
    "help": 0.95,
    "term": 0.95,
    "ruling": 0.9,
    "warrior": 0.8,
}
SLUG = 80
"""Characters of a question that its reference has; Discord takes 100 for a value."""


@cache
def entries() -> tuple[Entry, ...]:
    """All of them: "special:elder", "phase:place", "section:goal", "term:relic", "warrior:F3", "ruling:8",
    "question:how-do-i-win", "help:undo"."""
    asked = _read("asked")
    found = (
        *_specials(),
        *_phases(),
        *_sections(),
        *_warriors(),
        *_rulings(),
        *_questions(),
        *helped(__package__, "spirit-ground"),
    )
    return tuple(
        entry._replace(asked=_ways(asked.get(entry.kind, {}).get(entry.key, "")), weight=WEIGHTS[entry.kind])
        for entry in found
    )


def slug(text: str) -> str:
    """A title as a key: "how-do-i-win"."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace("'", "")).strip("-")[:SLUG]


def refs(about: Iterable[str]) -> tuple[str, ...]:
    """References of what a text is about, which names phases and specials."""
    return tuple(f"special:{topic}" if topic in texts.specials() else f"phase:{topic}" for topic in about)


def _ways(listed: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, listed.split(","))))


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def _specials() -> Iterator[Entry]:
    for each in texts.specials().values():
        see = ("section:strength", "ruling:13")
        yield Entry(
            f"special:{each.id}", each.title, each.text, (each.title,), see=see, label=f"{each.title}: {each.text}"
        )


def _phases() -> Iterator[Entry]:
    for number, phase in enumerate(texts.phases().values(), 1):
        steps = "\n".join(f"{at}. {step}" for at, step in enumerate(phase.steps, 1))
        others = [f"phase:{other}" for other in texts.phases() if other != phase.id]
        yield Entry(
            f"phase:{phase.id}",
            f"{number}. {phase.name}",
            f"{phase.summary}\n\n{steps}",
            names=(phase.name, f"phase {number}"),
            see=("section:round", *others),
            label=f"{number}. {phase.name}: {phase.summary}",
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
        yield Entry(f"term:{slug(term)}", title, meaning, (term,), label=f"{title}: {meaning}")


def _warriors() -> Iterator[Entry]:
    """All tiles with what is printed on them, while the top faces north."""
    on = content(USUAL)
    for tile in on.tiles:
        tribe = on.tribes[tile.seat]
        text = f"A warrior of {tribe}: {printed(tile)}, while its top faces north."
        see = (f"special:{tile.special}",) if tile.special else ()
        title = f"{tile.name} ({tile.id})"
        names = (tile.name, tile.id)
        yield Entry(f"warrior:{tile.id}", title, text, names, see=see, label=f"{title}: {printed(tile)}", proper=True)


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
        ref = f"question:{slug(row.question)}"
        yield Entry(ref, row.question, row.answer, about=refs(row.about), see=see, quoted=True)
