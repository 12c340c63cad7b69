"""Everything that can be looked up, as rows: sections, spells of the board, steps, tiles, terms, rulings, help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from game.core.desk import Entry
from game.core.help import table_pages
from game.core.rows import question_rows, ruling_rows, section_rows, weighed
from game.harrowing import texts
from game.harrowing.rules.content import BOARD, BOARD_OF, FACES, SETS, TILES, Face, Tile
from game.harrowing.words import spells

WEIGHTS = {
    "section": 1.1,
    "spell": 1.1,
    "question": 1.1,
    "step": 1.05,
    "term": 1.0,
    "help": 0.95,
    "ruling": 0.95,
    "tile": 0.95,
}


@cache
def entries() -> tuple[Entry, ...]:
    """Return all entries. Their references look like "section:goal", "spell:weave", "step:flip", "tile:2c",
    "term:wild", "ruling:8", "question:how-do-i-win", "help:undo"."""
    found = (
        *_spells(),
        *_steps(),
        *section_rows(texts.sections()),
        *_tiles(),
        *ruling_rows(texts.rulings().values(), texts.answers(), _refs),
        *question_rows(texts.answers(), _refs),
        *table_pages(__package__, "harrowing"),
    )
    return weighed(found, __package__, WEIGHTS)


def _refs(about: Iterable[str]) -> tuple[str, ...]:
    """Return references to what a text is about; `about` holds ids of sections, spells of the board and steps."""
    return tuple(map(_ref, about))


def _ref(topic: str) -> str:
    if topic in BOARD_OF:
        return f"spell:{topic}"
    return f"step:{topic}" if topic in texts.steps() else f"section:{topic}"


def printed(face: Face) -> str:
    """Describe a spell in a line: "**Cantrip**, 1 auto-return slot and 2 plain. Place a pillar on any tile."."""
    return f"**{face.kind.capitalize()}**, {spells.slots(face)}. {spells.told(face)}"


def _spells() -> Iterator[Entry]:
    """Yield the spells of everybody's board."""
    for face in BOARD:
        see = tuple(f"step:{step.verb}" for step in face.steps if step.verb in texts.steps())
        title = f"{face.name} (board)"
        yield Entry(
            f"spell:{face.source}",
            title,
            printed(face),
            (face.name,),
            see=see,
            label=f"{face.name}: {spells.told(face)}",
        )


def _steps() -> Iterator[Entry]:
    for step in texts.steps().values():
        having = [face for face in FACES if any(each.verb == step.id for each in face.steps)]
        tiles = dict.fromkeys(f"tile:{face.source}" for face in having if face.source not in BOARD_OF)
        see = (*(f"spell:{face.source}" for face in having if face.source in BOARD_OF), *tiles)
        label = f"{step.title}: {step.text}"
        yield Entry(f"step:{step.id}", step.title, step.text, (step.title, step.id), see=see[:8], label=label)


def _tiles() -> Iterator[Entry]:
    """Yield all tiles with both sides."""
    for tile in TILES:
        names = tuple(dict.fromkeys(face.name for face in tile.faces))
        lines = [f"**{face.name}**{f' ({face.runes})' if face.runes else ''} · {printed(face)}" for face in tile.faces]
        title = f"{tile.id} {' / '.join(names)}"
        proper = tuple(names) if tile.what != "wild" or tile.id.endswith("x") else ()
        see = tuple(
            dict.fromkeys(
                f"step:{step.verb}" for face in tile.faces for step in face.steps if step.verb in texts.steps()
            )
        )
        label = f"{title}: {spells.brief(tile.faces[0])}"
        yield Entry(
            f"tile:{tile.id}",
            title,
            "\n".join(lines),
            (tile.id, f"tile {tile.id}", *proper),
            see=see,
            label=label,
            proper=True,
            detail=_what(tile),
        )


def _what(tile: Tile) -> str:
    what = {"core": "The core", "unique": "A tile", "wild": "A wild tile"}[tile.what]
    return f"{what} of set {tile.set}, {SETS[tile.set]}."
