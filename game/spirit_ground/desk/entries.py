"""Everything that can be looked up, as rows: specials, phases, sections, terms, warriors, rulings, questions, help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from game.core.desk import Entry
from game.core.help import table_pages
from game.core.rows import question_rows, ruling_rows, section_rows, weighed
from game.spirit_ground import texts
from game.spirit_ground.rules.content import USUAL, content
from game.spirit_ground.words.terms import printed

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


@cache
def entries() -> tuple[Entry, ...]:
    """Return all entries. Their references look like "special:elder", "phase:place", "section:goal", "term:relic",
    "warrior:F3", "ruling:8", "question:how-do-i-win", "help:undo"."""
    found = (
        *_specials(),
        *_phases(),
        *section_rows(texts.sections()),
        *_warriors(),
        *ruling_rows(texts.rulings().values(), texts.answers(), _refs),
        *question_rows(texts.answers(), _refs),
        *table_pages(__package__, "spirit-ground"),
    )
    return weighed(found, __package__, WEIGHTS)


def _refs(about: Iterable[str]) -> tuple[str, ...]:
    """Return references to what a text is about; `about` holds ids of phases and specials."""
    return tuple(f"special:{topic}" if topic in texts.specials() else f"phase:{topic}" for topic in about)


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


def _warriors() -> Iterator[Entry]:
    """Yield all tiles with what is printed on them, as it lies while the top faces north."""
    on = content(USUAL)
    for tile in on.tiles:
        tribe = on.tribes[tile.seat]
        text = f"A warrior of {tribe}: {printed(tile)}, while its top faces north."
        see = (f"special:{tile.special}",) if tile.special else ()
        title = f"{tile.name} ({tile.id})"
        names = (tile.name, tile.id)
        yield Entry(f"warrior:{tile.id}", title, text, names, see=see, label=f"{title}: {printed(tile)}", proper=True)
