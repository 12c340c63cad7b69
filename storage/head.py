"""What the first bytes of a database file say about it, read before SQLite opens it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from storage.schema import APPLICATION_ID

_SQLITE, _VERSIONS, _APPLICATION, _LENGTH = b"SQLite format 3\0", slice(18, 20), slice(68, 72), 72
"""The first bytes of a SQLite file, and where its header has the journal versions and the application id."""
_WITH_LOG = 2


class Head(NamedTuple):
    """`has_log`: the file is in WAL mode, as a bot's is from its first use on and a backup's is not. `is_ours`: it has
    our application id."""

    is_empty: bool
    has_log: bool
    is_ours: bool


def read_head(file: Path) -> Head:
    """Read the head of a file. A file that does not exist counts as empty. Raises OSError."""
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
