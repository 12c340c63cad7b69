"""Records as text: tags, an empty line, one move a line (notation, "Record").

Which tags and moves make sense is up to each game. A comment begins with ``#`` and runs to the end of the line; in a
tag line it can only follow the bracket.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from game.core.errors import BadRecord, quoted

_TAG = re.compile(r'\[([A-Za-z]+) "([^"]*)"\]\s*(?:#.*)?')

_LINE_END = re.compile(r"\r\n?|\n")
"""Only these end a line: names and comments may contain others that Python counts as line ends, such as U+2028."""

_LONGEST = 200
"""Maximum characters of a word of a move: no token is nearly as long."""


class Move(NamedTuple):
    """One move: its turn and phase ("1.I"), the seat, the kind of the question, the token."""

    place: str
    seat: str
    kind: str
    token: str

    def __str__(self) -> str:
        return " ".join(self)


class Line(NamedTuple):
    """A move and the number of its line, from 1."""

    number: int
    move: Move


class Record(NamedTuple):
    """Tags in their order, the moves with their lines, and the line of each tag (`places`); lines are counted from 1.

    `bad` is the first line that is neither tag nor move; nothing is read from there on. A line before it may still turn
    out to be the first bad one.
    """

    tags: Mapping[str, str]
    lines: Sequence[Line]
    places: Mapping[str, int]
    bad: BadRecord | None = None


def read(text: str) -> Record:
    """Read the tags and moves of a record, down to the first line that is neither."""
    tags: dict[str, str] = {}
    places: dict[str, int] = {}
    lines: list[Line] = []
    for number, line in enumerate(_LINE_END.split(text), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            if line.startswith("["):
                name, value = _tag(line)
                if lines:
                    raise ValueError(f"the tag {name} stands after the first move")
                if name in tags:
                    raise ValueError(f"the tag {name} is there twice")
                tags[name], places[name] = value, number
            else:
                lines.append(Line(number, _move(line)))
        except ValueError as error:
            return Record(tags, lines, places, BadRecord(str(error), number))
    return Record(tags, lines, places)


def _tag(line: str) -> tuple[str, str]:
    """Return the name and value of a tag. Raises ValueError if the line is none."""
    tag = _TAG.fullmatch(line.rstrip())
    if tag is None:
        raise ValueError(f'{quoted(line)} is not a tag; a tag is written [Name "value"]')
    return tag[1], tag[2]


def _move(line: str) -> Move:
    """Read a move. Raises ValueError if the line is none."""
    words = line.split("#")[0].split()
    if len(words) != 4 or max(map(len, words)) > _LONGEST:
        raise ValueError(f"{quoted(line)} is not a move; a move is written TURN.PHASE SEAT KIND TOKEN")
    return Move(*words)


def write(tags: Mapping[str, str], moves: Iterable[Move]) -> str:
    """Return a record as text."""
    head = [f'[{name} "{value}"]' for name, value in tags.items()]
    return "\n".join([*head, "", *map(str, moves)]) + "\n"


def clean(name: str) -> str:
    """Return a player's name as a tag can hold it."""
    return " ".join(re.sub(r'[|"\x00-\x1f\x7f-\x9f\u2028\u2029]', " ", name).split())
