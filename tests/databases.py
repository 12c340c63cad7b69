"""Databases without anything in them, whose schema was made once for all tests of a process."""

from __future__ import annotations

from pathlib import Path

from storage import Storage

_empty = bytearray()


async def empty(path: Path) -> Path:
    """A new file there, as the first start leaves it."""
    if _empty:
        path.write_bytes(_empty)
    else:
        async with await Storage.open(path):
            pass
        _empty.extend(path.read_bytes())
    return path
