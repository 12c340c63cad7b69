"""Empty SQLite databases. The schema is made once for all tests of a process."""

from __future__ import annotations

from pathlib import Path

from storage import Storage

_empty = bytearray()


async def empty(path: Path) -> Path:
    """Create an empty database at the path, with the schema as after a first start, and return the path."""
    if _empty:
        path.write_bytes(_empty)
    else:
        async with await Storage.open(path):
            pass
        _empty.extend(path.read_bytes())
    return path
