"""Record files."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cli.errors import located
from cli.files import read_text
from cli.text import printable
from game.core.records import clean, read


class RecordFile(NamedTuple):
    """A record as read from a file, its moves not yet checked; `names` are by seat, none if it has no Names."""

    path: Path
    text: str
    moves: int
    names: dict[str, str]


def load(path: Path) -> RecordFile:
    """Read a record file. Raises BadInput."""
    text = read_text(path)
    with located(path):
        tags, lines = read(text)
    names = tags.get("Names", "").split("|")
    by_seat = {f"P{number}": name for number, name in enumerate(map(printable, map(clean, names)), 1) if name}
    return RecordFile(path, text, len(lines), by_seat)
