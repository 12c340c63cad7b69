"""What a file says of itself in its first bytes, before SQLite opens it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from storage.schema import APPLICATION_ID

_SQLITE, _VERSIONS, _APPLICATION, _LENGTH = b"SQLite format 3\0", slice(18, 20), slice(68, 72), 72
"""How a file of SQLite begins; where it says how it is written and read, and whose it is."""
_WITH_LOG = 2


class Head(NamedTuple):
    """`has_log`: it is written with a log beside it, as a bot's is from its first use on, and no backup. `is_ours`: it
    is no other program's."""

    is_empty: bool
    has_log: bool
    is_ours: bool


def read_head(file: Path) -> Head:
    """One that is not there is empty. Raises OSError."""
    found = b""
    if file.exists():
        with file.open("rb") as opened:
            found = opened.read(_LENGTH)
    is_database = found.startswith(_SQLITE)
    return Head(
        not found,
        is_database and _WITH_LOG in found[_VERSIONS],
        is_database and int.from_bytes(found[_APPLICATION], "big") == APPLICATION_ID,
    )
